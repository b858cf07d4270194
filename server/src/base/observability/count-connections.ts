import type { Pool } from 'pg';
import { shopQueues, type Db } from '../db/client.ts';
import type { Metrics } from './metrics.ts';

/** Sets what `/metrics` says of the connections of this process. */
export async function countConnections({ db, pool, metrics }: { db: Db; pool: Pool; metrics: Metrics }): Promise<void> {
  metrics.databaseConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  metrics.databaseConnections.set({ state: 'idle' }, pool.idleCount);
  const shops = shopQueues.get(db);
  const queued = shops?.waitingOfBusyShops() ?? 0;
  // Transactions of shops wait in front of the pool: those of shops that have their half, and those that find none free.
  metrics.databaseConnections.set({ state: 'awaited' }, pool.waitingCount + (shops?.waiting() ?? 0) - queued);
  metrics.databaseConnections.set({ state: 'queued' }, queued);
}
