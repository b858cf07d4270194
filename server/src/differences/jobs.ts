import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { addMissingComparisons } from './comparison-row.ts';
import { runComparisons } from './run-comparisons.ts';
import { workOnRepairs } from './work-on-repairs.ts';

export const differenceSweeps: readonly Sweep[] = [
  { name: 'comparisons', everyMs: 10_000, run: runComparisons },
  { name: 'difference-repairs', everyMs: 3_000, run: workOnRepairs },
];

export const differenceJobs: readonly ScheduledJob[] = [
  {
    name: 'comparisons.schedule',
    cron: '23 * * * *',
    run: (context) => acrossShops(context.db, (trx) => addMissingComparisons(trx, context.clock())),
  },
];
