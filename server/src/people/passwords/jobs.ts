import type { Work } from '../../base/jobs/run-job.ts';
import { resetRequests, sendResetMails } from './send-reset-mails.ts';

export const resetMailWork: Work = {
  kind: 'reset-mails',
  atOnce: 2,
  atOncePerShop: 2,
  run: sendResetMails,
  needed: resetRequests,
};
