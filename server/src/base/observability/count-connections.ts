import type { Pool } from 'pg';
import type { Metrics } from './metrics.ts';

/** Sets what `/metrics` says of the connections of this process. */
export async function countConnections({ pool, metrics }: { pool: Pool; metrics: Metrics }): Promise<void> {
  metrics.databaseConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  metrics.databaseConnections.set({ state: 'idle' }, pool.idleCount);
  metrics.databaseConnections.set({ state: 'awaited' }, pool.waitingCount);
}
