import { sql } from 'kysely';
import type { Sweep } from '../jobs/sweeps.ts';
import { acrossShops } from '../db/tenancy.ts';
import { storeIsOpen } from '../shops/closed-stores.ts';
import { reconcileStoreOrder } from './reconcile-store-order.ts';

const maxParallel = 16;

/** Updates store orders that do not have their desired state yet. */
export const storeUpdateSweeps: readonly Sweep[] = [
  {
    name: 'store-sync-orders',
    everyMs: 2_000,
    async run(context) {
      const now = context.clock();
      const due = await acrossShops(context.db, async (trx) => {
        const { rows } = await sql<{ shop_id: string; store_order_id: string }>`
          select shop_id, store_order_id from desired_store_state
          where state = 'due' and next_at <= ${now} and (lease_until is null or lease_until < ${now})
            and ${storeIsOpen('desired_store_state')}
          order by next_at limit ${maxParallel}`.execute(trx);
        return rows;
      });
      const outcomes = await Promise.all(
        due.map((row) => reconcileStoreOrder(context, row.shop_id, row.store_order_id)),
      );
      // A row that another worker leased first does not count as work done.
      return outcomes.filter((outcome) => outcome !== 'not-due').length;
    },
  },
];
