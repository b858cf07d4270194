import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueSyncs } from './sync-lease.ts';
import { syncStore } from './sync-store.ts';

const shopsAtOnce = 8;

export const storeOrderSweeps: readonly Sweep[] = [
  {
    name: 'store-sync',
    everyMs: 3_000,
    run: async (context) => {
      const leases = await claimDueSyncs(context, shopsAtOnce);
      await Promise.all(leases.map((lease) => syncStore(context, lease)));
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
