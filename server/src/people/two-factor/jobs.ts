import type { ScheduledJob } from '../../base/jobs/queue.ts';
import { resealTwoFactorSecrets } from './reseal-secrets.ts';

export const twoFactorJobs: readonly ScheduledJob[] = [
  { name: 'two-factor.reseal-secrets', cron: '12 * * * *', run: resealTwoFactorSecrets },
];
