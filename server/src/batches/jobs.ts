import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { bookDueRows } from './book-due-rows.ts';
import { compareDueBatches } from './compare-with-store.ts';

export const batchSweeps: readonly Sweep[] = [
  { name: 'batch-rows', everyMs: 2_000, run: bookDueRows },
  { name: 'batch-reading', everyMs: 3_000, run: compareDueBatches },
];

const draftsKeptMs = 30 * 86_400_000;

async function deleteOldDrafts(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - draftsKeptMs);
  await acrossShops(context.db, (trx) =>
    trx.deleteFrom('batch').where('started_at', 'is', null).where('created_at', '<', before).execute(),
  );
}

export const batchJobs: readonly ScheduledJob[] = [
  { name: 'batches.delete-old-drafts', cron: '47 21 * * *', run: deleteOldDrafts },
];
