import { deleteOlder } from '../../base/jobs/delete-older.ts';
import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { continueLoadSheet, loadSheetsAsking } from './continue-load-sheet.ts';
import { continuePrint, printsUnderWay } from './continue-print.ts';
import { downloadDueLabel, labelsToDownload } from './download-due-label.ts';

export const printWork: Work = {
  kind: 'prints',
  /** A print of 2,000 couriers' labels is put together in memory, so not many at once. */
  atOnce: 2,
  atOncePerShop: 1,
  run: continuePrint,
  needed: printsUnderWay,
};

export const labelDownloadWork: Work = {
  kind: 'label-downloads',
  atOnce: 8,
  atOncePerShop: 4,
  run: downloadDueLabel,
  needed: labelsToDownload,
};

export const loadSheetWork: Work = {
  kind: 'load-sheets',
  atOnce: 4,
  atOncePerShop: 2,
  run: continueLoadSheet,
  needed: loadSheetsAsking,
};

export const documentJobs: readonly ScheduledJob[] = [
  {
    name: 'documents.delete-old-prints',
    cron: '37 * * * *',
    run: deleteOlder(7, (trx, before) => trx.deleteFrom('label_print').where('created_at', '<', before)),
  },
];
