import type { Pool } from 'pg';
import { shopQueues, type Db } from '../db/client.ts';
import type { Metrics } from './metrics.ts';

/** Sets what `/metrics` says of the connections of this process. */
export async function countConnections({ db, pool, metrics }: { db: Db; pool: Pool; metrics: Metrics }): Promise<void> {
  metrics.databaseConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  metrics.databaseConnections.set({ state: 'idle' }, pool.idleCount);
  metrics.databaseConnections.set({ state: 'awaited' }, pool.waitingCount);
  metrics.databaseConnections.set({ state: 'queued' }, shopQueues.get(db)?.waiting() ?? 0);
}
