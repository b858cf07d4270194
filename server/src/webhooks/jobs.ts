import type { Sweep } from '../jobs/sweeps.ts';
import { processWebhooks } from './process-webhooks.ts';

export const webhookSweeps: readonly Sweep[] = [{ name: 'store-webhooks', everyMs: 1_000, run: processWebhooks }];
