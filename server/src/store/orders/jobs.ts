import type { ScheduledJob } from '../../base/jobs/queue.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { dueReads, readDueStore } from './read-store.ts';

export const storeReadWork: Work = {
  kind: 'store-reads',
  atOnce: 8,
  atOncePerShop: 1,
  run: readDueStore,
  needed: dueReads,
};

export const storeOrderJobs: readonly ScheduledJob[] = [
  {
    name: 'store-order.check-webhooks',
    cron: '10 21 * * *',
    run: async (context) => {
      await acrossShops(context.db, (trx) =>
        trx.updateTable('store_sync').set({ webhooks_checked_at: null }).execute(),
      );
    },
  },
];
