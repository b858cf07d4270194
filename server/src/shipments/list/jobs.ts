import type { Sweep } from '../../base/jobs/sweeps.ts';
import { foldCounts } from './count-shipments.ts';

export const ordersListSweeps: readonly Sweep[] = [{ name: 'order-counts', everyMs: 30_000, run: foldCounts }];
