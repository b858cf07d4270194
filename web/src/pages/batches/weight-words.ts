import type { WeightSource } from '@courierdesk/contract/weights';

/** Where a weight comes from that no person set. */
export const weightFrom: Record<WeightSource, string> = {
  store: 'From the store',
  account: 'From the account',
  shop: 'Your default',
  mixed: 'Store and default',
  none: '',
};
