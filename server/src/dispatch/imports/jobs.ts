import { deleteOlder } from '../../base/jobs/delete-older.ts';
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

export const importJobs: readonly ScheduledJob[] = [
  {
    name: 'imports.delete-old',
    cron: '53 22 * * *',
    run: deleteOlder(90, (trx, before) => trx.deleteFrom('import').where('created_at', '<', before)),
  },
];
