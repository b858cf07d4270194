import type { Sweep } from '../../base/jobs/sweeps.ts';
import { updateDueStores } from './update-due-stores.ts';

export const storeUpdateSweeps: readonly Sweep[] = [
  { name: 'store-sync-orders', everyMs: 2_000, run: updateDueStores },
];
