import type { Sweep } from '../../base/jobs/sweeps.ts';
import { sendResetMails } from './send-reset-mails.ts';

export const passwordSweeps: readonly Sweep[] = [{ name: 'send-reset-mails', everyMs: 5_000, run: sendResetMails }];
