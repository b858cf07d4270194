import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { exportsUnderWay, makeExport } from './make-export.ts';

export const exportWork: Work = {
  kind: 'exports',
  atOnce: 2,
  atOncePerShop: 1,
  run: makeExport,
  needed: exportsUnderWay,
};

/** How long the list shows an export. Its file is deleted sooner. */
const listedMs = 90 * 86_400_000;

async function deleteOldExports(context: Context): Promise<void> {
  const now = context.clock();
  await acrossShops(context.db, async (trx) => {
    await trx.deleteFrom('selection_download').where('expires_at', '<', now).execute();
    await trx
      .deleteFrom('order_export')
      .where('created_at', '<', new Date(now.getTime() - listedMs))
      .where('state', '<>', 'under-way')
      .execute();
  });
}

export const exportJobs: readonly ScheduledJob[] = [
  { name: 'exports.delete-old', cron: '57 * * * *', run: deleteOldExports },
];
