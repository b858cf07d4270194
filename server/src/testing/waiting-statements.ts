import type { TestServer } from './test-server.ts';

/** On a cluster a statement waits in the node of its shop, not in the coordinator. */
const activity = process.env['TEST_CLUSTER_URLS'] ? 'citus_stat_activity' : 'pg_stat_activity';

/** How many statements of the database wait for a lock. */
export async function waitingStatements({ context }: Pick<TestServer, 'context'>): Promise<number> {
  const { rowCount } = await context.pool.query(
    `select from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
