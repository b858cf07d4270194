import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { addMissingComparisons, nextComparisons } from './comparison-row.ts';
import { continueComparison } from './continue-comparison.ts';
import { shopsWithRepairs, workOnRepairs } from './work-on-repairs.ts';

export const comparisonWork: Work = {
  kind: 'comparisons',
  atOnce: 2,
  atOncePerShop: 1,
  run: continueComparison,
  needed: nextComparisons,
};

export const repairWork: Work = {
  kind: 'difference-repairs',
  atOnce: 2,
  atOncePerShop: 1,
  run: workOnRepairs,
  needed: shopsWithRepairs,
};

export const differenceJobs: readonly ScheduledJob[] = [
  {
    name: 'comparisons.schedule',
    cron: '23 * * * *',
    run: (context) => acrossShops(context.db, (trx) => addMissingComparisons(trx, context.clock())),
  },
];
