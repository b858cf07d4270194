import { sql } from 'kysely';
import type { Sweep } from '../jobs/sweeps.ts';
import { acrossShops } from '../db/tenancy.ts';
import { reconcileStoreOrder } from './reconcile-store-order.ts';

const atOnce = 16;

/** Store orders whose wanted state the store does not know yet. */
export const storeUpdateSweeps: readonly Sweep[] = [
  {
    name: 'store-sync-orders',
    everyMs: 2_000,
    async run(context) {
      const now = context.clock();
      const due = await acrossShops(context.db, async (trx) => {
        const { rows } = await sql<{ shop_id: string; store_order_id: string }>`
          select shop_id, store_order_id from wanted_store_state
          where state = 'due' and next_at <= ${now} and (lease_until is null or lease_until < ${now})
          order by next_at limit ${atOnce}`.execute(trx);
        return rows;
      });
      const ends = await Promise.all(due.map((row) => reconcileStoreOrder(context, row.shop_id, row.store_order_id)));
      // Rows that another worker took in between are no work of this round.
      return ends.filter((end) => end !== 'not-due').length;
    },
  },
];
