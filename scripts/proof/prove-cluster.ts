import { setTimeout as delay } from 'node:timers/promises';
import { withIsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { createClusterDatabase, dropClusterDatabase, onServer } from '../postgres/cluster-database.ts';
import { smallPlan, type ProofPlan } from './proof-plan.ts';
import { proveOn, type ProofResult } from './prove-bookings.ts';

const plan: ProofPlan = { ...smallPlan, shops: 4, orders: 400, batchSize: 20, kills: 4 };

const database = 'courierdesk_proof';
const nodeAwayMs = 10_000;

/**
 * On a Citus cluster: processes are killed, a node is away for a while, and a shop moves to another node, all while people book. `nodes` are
 * the addresses as superuser, the coordinator first.
 */
export async function proveCluster(
  nodes: readonly string[],
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<ProofResult> {
  const [, lost, ...others] = nodes;
  if (!lost || others.length === 0)
    throw new Error(
      'TEST_CLUSTER_URLS: name the coordinator and two nodes of a Citus cluster, as superuser, with a comma between them.',
    );
  const urls = await createClusterDatabase(nodes, database);
  try {
    return await withIsolatedStack(
      {
        signal,
        database: urls,
        variables: { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') },
        servers: [{ role: 'web' }, { role: 'web' }, { role: 'worker' }, { role: 'worker' }],
      },
      async (stack) => {
        const more = [
          { at: Math.round(plan.orders * 0.3), strike: () => loseNode(lost) },
          { at: Math.round(plan.orders * 0.6), strike: () => moveShops(urls.adminUrl) },
        ];
        return { ...(await proveOn(stack, plan, log, { more })), notTried: [] };
      },
    );
  } finally {
    await dropClusterDatabase(nodes, database);
  }
}

/** All connections to the node end, and it takes no new ones for a while. */
async function loseNode(node: string): Promise<string> {
  await onServer(node, `alter database ${database} allow_connections false`);
  await onServer(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await delay(nodeAwayMs);
  await onServer(node, `alter database ${database} allow_connections true`);
  return `Node ${new URL(node).port} was away for ${nodeAwayMs / 1000} s.`;
}

type Placement = { shardid: number; shop: string; nodename: string; nodeport: number; toname: string; toport: number };

/** Moves the shard of the first shop, with all its tables, to another node. */
async function moveShops(adminUrl: string): Promise<string> {
  const [move] = await onServer<Placement>(
    adminUrl,
    `select s.domain as shop, p.shardid, n.nodename, n.nodeport, other.nodename as toname, other.nodeport as toport
     from shop s
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('shipment', s.id)
     join pg_dist_node n on n.groupid = p.groupid
     join pg_dist_node other on other.shouldhaveshards and other.groupid <> n.groupid
     order by s.id limit 1`,
  );
  if (!move) throw new Error('No shop can be moved: the cluster has one node for shops.');
  const startedAt = performance.now();
  await onServer(adminUrl, 'call citus_cleanup_orphaned_resources()');
  await onServer(adminUrl, `select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`, [
    move.shardid,
    move.nodename,
    move.nodeport,
    move.toname,
    move.toport,
  ]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `${move.shop} moved from node ${move.nodeport} to node ${move.toport} in ${seconds} s.`;
}
