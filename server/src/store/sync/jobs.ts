import type { Work } from '../../base/jobs/run-job.ts';
import { shopsWithStoreUpdates, updateDueOrders } from './update-due-orders.ts';

export const storeUpdateWork: Work = {
  kind: 'store-updates',
  atOnce: 8,
  atOncePerShop: 1,
  run: updateDueOrders,
  needed: shopsWithStoreUpdates,
};
