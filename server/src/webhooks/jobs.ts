import type { Work } from '../jobs/run-job.ts';
import { shopsWithDeliveries } from './deliveries.ts';
import { processWebhooks } from './process-webhooks.ts';

export const webhookWork: Work = {
  kind: 'webhooks',
  atOnce: 8,
  atOncePerShop: 1,
  run: processWebhooks,
  needed: shopsWithDeliveries,
};
