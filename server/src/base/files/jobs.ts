import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';

/** Deletes expired files and tickets. */
async function deleteExpiredFiles(context: Context): Promise<void> {
  const now = context.clock();
  await acrossShops(context.db, async (trx) => {
    await trx.deleteFrom('download_ticket').where('expires_at', '<', now).execute();
    await trx.deleteFrom('stored_file').where('expires_at', '<', now).execute();
  });
}

export const fileJobs: readonly ScheduledJob[] = [
  { name: 'files.delete-expired', cron: '27 * * * *', run: deleteExpiredFiles },
];
