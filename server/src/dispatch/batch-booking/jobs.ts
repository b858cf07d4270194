import type { Work } from '../../base/jobs/run-job.ts';
import { bookDueRows } from './book-due-rows.ts';
import { accountsWithRows } from './due-rows.ts';

export const batchRowWork: Work = {
  kind: 'batch-rows',
  atOnce: 8,
  atOncePerShop: 4,
  run: bookDueRows,
  needed: accountsWithRows,
};
