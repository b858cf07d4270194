import type { Work } from '../../base/jobs/run-job.ts';
import { shopsWithCustomerMails, writeDueCustomerMails } from './write-due-customer-mails.ts';

export const customerMailWork: Work = {
  kind: 'customer-mails',
  atOnce: 4,
  atOncePerShop: 1,
  run: writeDueCustomerMails,
  needed: shopsWithCustomerMails,
};
