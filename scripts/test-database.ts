import { startTemporaryPostgres } from './postgres/embedded-postgres.ts';
import { createClusterDatabase, createDatabase, dropClusterDatabase, onServer } from './postgres/cluster-database.ts';

const template = 'courierdesk_template';

/**
 * One PostgreSQL for a run of vitest, with the migrated template that each test file copies. TEST_CLUSTER_URLS names the nodes of a
 * running Citus cluster to use instead, the coordinator first, as superuser and with a comma between them.
 */
export async function setup(): Promise<() => Promise<void>> {
  const nodes = process.env.TEST_CLUSTER_URLS?.split(',');
  if (nodes) return setUpCluster(nodes);
  const postgres = await startTemporaryPostgres();
  try {
    await createDatabase(postgres.adminUrl, template);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  process.env.TEST_DATABASE_ADMIN_URLS = postgres.adminUrl;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => postgres.stop();
}

/** The template is a database of each node, and so are its copies. */
async function setUpCluster(nodes: readonly string[]): Promise<() => Promise<void>> {
  await createClusterDatabase(nodes, template);
  // Each node has a process of Citus in the template, and a database that is in use cannot be copied.
  for (const node of nodes) {
    await onServer(node, `alter database ${template} allow_connections false`);
    await onServer(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`);
  }
  process.env.TEST_DATABASE_ADMIN_URLS = nodes.join(',');
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => dropClusterDatabase(nodes, template);
}
