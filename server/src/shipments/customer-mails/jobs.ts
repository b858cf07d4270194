import type { Sweep } from '../../base/jobs/sweeps.ts';
import { writeDueCustomerMails } from './write-due-customer-mails.ts';

export const customerMailSweeps: readonly Sweep[] = [
  { name: 'customer-mails', everyMs: 5_000, run: writeDueCustomerMails },
];
