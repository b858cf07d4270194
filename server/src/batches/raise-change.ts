import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { changesSince } from '../store-orders/seen-order.ts';
import { withSurroundings } from '../store-orders/orders-for-booking.ts';
import { storeOrderById } from '../store-orders/find-store-orders.ts';
import { readOrder } from './fill-row.ts';
import { failRow } from './row-ends.ts';
import type { Hand } from './row-leases.ts';
import type { Row, RowFacts } from './row.ts';

/** The store changed what the row shows: nothing is booked before a person has seen was and now. */
export async function raiseChange(context: Context, hand: Hand, row: Row): Promise<void> {
  const { shop_id: shopId } = row;
  const { order, domain } = await withShop(context.db, shopId, async (trx) => ({
    order: await storeOrderById(trx, shopId, row.store_order_id),
    domain: (await trx.selectFrom('shop').select('domain').where('id', '=', shopId).executeTakeFirstOrThrow()).domain,
  }));
  const [parts] = order ? await withSurroundings(context, { id: shopId, domain }, [order], 'store') : [];
  if (!parts) return failRow(context, hand, row, 'not-found', 'This order in the store was not found.');
  const { facts, version } = readOrder(parts);
  const known: RowFacts = {
    ...row.facts,
    store_weight: facts.store_weight,
    item_count: facts.item_count,
    fresh: { version, prefill: facts.prefill, city: facts.city },
  };
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('batch_row')
      .set({
        state: 'changed',
        changes: JSON.stringify(changesSince(row.version, parts.order)),
        facts: JSON.stringify(known),
        message: '',
        due_at: null,
        lease_id: null,
        ended_at: context.clock(),
      })
      .where('shop_id', '=', shopId)
      .where('id', '=', row.id)
      .where('lease_id', '=', hand.leaseId)
      .where('state', '=', 'queued')
      .execute(),
  );
}
