import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { storeOrdersByIds } from './find-store-orders.ts';
import { copyOfOrder, describeChanges, type OrderChange, type OrderCopy } from './order-version.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';
import { shipmentLabel } from '../shipments/shipment-label.ts';

/**
 * Opens a case for each parcel on its way of which an order differs from what was booked. Compares all of its orders, as they are
 * now, with the booked copies: a later change of one order hides nothing of another, and the case closes when nothing is left.
 */
export async function flagOrderChanges(
  trx: Db,
  context: Context,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<void> {
  const now = context.clock();
  for (const shipment of await parcelsOf(trx, shopId, storeOrderIds)) {
    const key = { shop_id: shopId, id: shipment.id };
    const differences = await differencesOf(trx, key);
    if (differences.length === 0) {
      await closeCases(trx, key, ['changed-after-booking'], now, 'Store');
      continue;
    }
    await openCase(trx, key, 'changed-after-booking', now, { changes: differences });
    await addHistory(trx, key, {
      at: now,
      who: 'Store',
      what: `Changed after booking: ${differences.map(({ field, was, now: then }) => `${field} was ${was}, now ${then}`).join('; ')}`,
    });
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: 'store-order.changed-after-booking',
      subjectKind: 'shipment',
      subjectId: shipment.id,
      label: shipmentLabel(shipment),
      detail: { fields: differences.map(({ field }) => field) },
    });
  }
}

/** The parcels on their way that hold these orders. */
const parcelsOf = (trx: Db, shopId: string, storeOrderIds: readonly string[]) =>
  trx
    .selectFrom('shipment')
    .select(['id', 'order_name', 'tracking_number'])
    .where('shop_id', '=', shopId)
    .where('final', '=', false)
    .where('id', 'in', (held) =>
      held
        .selectFrom('shipment_order')
        .select('shipment_id')
        .where('shop_id', '=', shopId)
        .where('store_order_id', '=', (where) => where.fn.any(where.val([...storeOrderIds])))
        .where('holds', '=', true),
    )
    .orderBy('id')
    .execute();

/** Of all orders of a parcel. In a merged one, each change names its order. */
async function differencesOf(
  trx: Db,
  { shop_id: shopId, id }: { shop_id: string; id: string },
): Promise<OrderChange[]> {
  const booked = await trx
    .selectFrom('shipment_order')
    .select(['store_order_id', 'store_copy'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', id)
    .where('holds', '=', true)
    .orderBy('store_order_id')
    .execute();
  const orders = await storeOrdersByIds(
    trx,
    shopId,
    booked.map((one) => one.store_order_id),
  );
  return booked.flatMap(({ store_order_id, store_copy }) => {
    const order = orders.get(store_order_id);
    if (!order) return [];
    const copy = store_copy as unknown as OrderCopy;
    const changes = changesAfterBooking(copy, copyOfOrder(order), order.cancelled_at !== null);
    return booked.length === 1
      ? changes
      : changes.map((change) => ({ ...change, field: `${order.name}: ${change.field}` }));
  });
}

/** What a case "changed after booking" lists. */
export const changesAfterBooking = (booked: OrderCopy, now: OrderCopy, isCancelled: boolean): OrderChange[] => [
  ...(isCancelled ? [{ field: 'Order', was: 'open', now: 'cancelled in the store' }] : []),
  ...describeChanges(booked, now),
];
