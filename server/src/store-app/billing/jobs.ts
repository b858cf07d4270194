import type { Work } from '../../base/jobs/run-job.ts';
import { compareDueSubscription, dueSubscriptions } from './compare-due-subscription.ts';

export const subscriptionWork: Work = {
  kind: 'subscriptions',
  atOnce: 8,
  atOncePerShop: 1,
  run: compareDueSubscription,
  needed: dueSubscriptions,
};
