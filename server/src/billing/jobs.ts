import type { Sweep } from '../jobs/sweeps.ts';
import { compareDueSubscriptions } from './compare-due-subscriptions.ts';

export const billingSweeps: readonly Sweep[] = [
  { name: 'subscriptions', everyMs: 30_000, run: compareDueSubscriptions },
];
