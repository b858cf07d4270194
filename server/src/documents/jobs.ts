import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { downloadDueLabels } from './download-due-labels.ts';
import { resumeLoadSheets } from './resume-load-sheets.ts';
import { workOnPrints } from './work-on-prints.ts';

export const documentSweeps: readonly Sweep[] = [
  { name: 'download-labels', everyMs: 5_000, run: downloadDueLabels },
  { name: 'prints', everyMs: 10_000, run: workOnPrints },
  { name: 'resume-load-sheets', everyMs: 10_000, run: resumeLoadSheets },
];

const printsKeptMs = 7 * 86_400_000;

async function deleteOldPrints(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - printsKeptMs);
  await acrossShops(context.db, (trx) => trx.deleteFrom('label_print').where('created_at', '<', before).execute());
}

export const documentJobs: readonly ScheduledJob[] = [
  { name: 'documents.delete-old-prints', cron: '37 * * * *', run: deleteOldPrints },
];
