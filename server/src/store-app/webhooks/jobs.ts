import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { shopsWithDeliveries } from './deliveries.ts';
import { processWebhooks } from './process-webhooks.ts';
import { reportOverdueRequests } from './report-overdue-requests.ts';

export const webhookWork: Work = {
  kind: 'webhooks',
  atOnce: 8,
  atOncePerShop: 1,
  run: processWebhooks,
  needed: shopsWithDeliveries,
};

export const webhookJobs: readonly ScheduledJob[] = [
  { name: 'webhooks.report-overdue', cron: '30 4 * * *', run: reportOverdueRequests },
];
