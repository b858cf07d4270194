import type { ScheduledJob } from '../../base/jobs/queue.ts';
import { deleteExpired } from './delete-expired.ts';

export const sessionJobs: readonly ScheduledJob[] = [
  { name: 'session.delete-expired', cron: '17 * * * *', run: deleteExpired },
];
