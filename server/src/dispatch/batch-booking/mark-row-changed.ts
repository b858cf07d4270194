import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { changesSince } from '../../store/orders/shown-order.ts';
import { addBookingDetails } from '../../store/orders/orders-for-booking.ts';
import { storeOrderById } from '../../store/orders/find-store-orders.ts';
import { lockBatchesOf } from '../batches/lock-batches.ts';
import { orderDataOfRow } from '../batches/fill-row.ts';
import { failRow } from './row-outcomes.ts';
import type { Row, RowFacts } from '../batches/row.ts';

/** The order changed in the store since the row was filled. A person must confirm the change before it is booked. */
export async function markRowChanged(context: Context, row: Row): Promise<void> {
  const { shop_id: shopId } = row;
  const { order, domain } = await withShop(context.db, shopId, async (trx) => ({
    order: await storeOrderById(trx, shopId, row.store_order_id),
    domain: (await trx.selectFrom('shop').select('domain').where('id', '=', shopId).executeTakeFirstOrThrow()).domain,
  }));
  const [parts] = order ? await addBookingDetails(context, { id: shopId, domain }, [order], 'store', row.batch_id) : [];
  if (!parts) return failRow(context, row, 'not-found', 'This order was not found in the store.');
  const { facts, version } = orderDataOfRow(parts);
  const known: RowFacts = {
    ...row.facts,
    store_weight: facts.store_weight,
    item_count: facts.item_count,
    fresh: { version, facts },
  };
  await withShop(context.db, shopId, async (trx) => {
    await lockBatchesOf(trx, shopId, sql`${row.batch_id}`);
    await trx
      .updateTable('batch_row')
      .set({
        state: 'changed',
        changes: JSON.stringify(changesSince(row.version, parts.order)),
        facts: JSON.stringify(known),
        message: '',
        due_at: null,
        ended_at: context.clock(),
      })
      .where('shop_id', '=', shopId)
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .where('state', '=', 'queued')
      .execute();
  });
}
