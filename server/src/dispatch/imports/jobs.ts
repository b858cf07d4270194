import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { continueImport, importsUnderWay } from './continue-import.ts';
import { makePreview, previewsUnderWay } from './preview-file.ts';

export const importWork: Work = {
  kind: 'imports',
  atOnce: 2,
  atOncePerShop: 1,
  run: continueImport,
  needed: importsUnderWay,
};

export const importPreviewWork: Work = {
  kind: 'import-previews',
  atOnce: 2,
  atOncePerShop: 1,
  run: makePreview,
  needed: previewsUnderWay,
};

const keptMs = 90 * 86_400_000;

async function deleteOldImports(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - keptMs);
  await acrossShops(context.db, (trx) => trx.deleteFrom('import').where('created_at', '<', before).execute());
}

export const importJobs: readonly ScheduledJob[] = [
  { name: 'imports.delete-old', cron: '53 22 * * *', run: deleteOldImports },
];
