import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueReads } from './read-lease.ts';
import { readStore } from './read-store.ts';

const shopsAtOnce = 8;

export const storeOrderSweeps: readonly Sweep[] = [
  {
    name: 'read-store-orders',
    everyMs: 3_000,
    run: async (context) => {
      const leases = await claimDueReads(context, shopsAtOnce);
      await Promise.all(leases.map((lease) => readStore(context, lease)));
      return leases.length;
    },
  },
];

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
