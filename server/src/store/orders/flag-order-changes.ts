import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { storeOrdersByIds, type StoreOrderRow } from './find-store-orders.ts';
import { copyOfOrder, describeChanges, type OrderChange, type OrderCopy } from './order-version.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
import { noShipments, shipmentsOfOrders, type HoldingShipment } from '../../shipments/record/find-shipments.ts';
import { addHistory } from '../../shipments/record/history.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';

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

/** Those of the orders of which a parcel has an open case about a change. */
export async function ordersWithOpenChange(
  trx: Db,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<string[]> {
  if (storeOrderIds.length === 0) return [];
  const rows = await trx
    .selectFrom('shipment_order as h')
    .innerJoin('attention as a', (join) =>
      join.onRef('a.shop_id', '=', 'h.shop_id').onRef('a.shipment_id', '=', 'h.shipment_id'),
    )
    .select('h.store_order_id')
    .where('h.shop_id', '=', shopId)
    .where('h.store_order_id', '=', anyOf(storeOrderIds))
    .where('a.kind', '=', 'changed-after-booking')
    .where('a.closed_at', 'is', null)
    .execute();
  return rows.map((row) => row.store_order_id);
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
        .where('store_order_id', '=', anyOf(storeOrderIds))
        .where('holds', '=', true),
    )
    .orderBy('id')
    .execute();

async function differencesOf(
  trx: Db,
  { shop_id: shopId, id }: { shop_id: string; id: string },
): Promise<OrderChange[]> {
  const held = await trx
    .selectFrom('shipment_order')
    .select(['store_order_id', 'store_copy'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', id)
    .where('holds', '=', true)
    .orderBy('position')
    .execute();
  const ids = held.map((one) => one.store_order_id);
  const orders = await storeOrdersByIds(trx, shopId, ids);
  const parcels = await shipmentsOfOrders(trx, shopId, ids);
  const booked = held.flatMap(({ store_order_id: orderId, store_copy: copy }) => {
    const order = orders.get(orderId);
    const { holding } = parcels.get(orderId) ?? noShipments;
    return order ? [{ order, booked: copy as unknown as OrderCopy, parcels: holding }] : [];
  });
  return changesOfShipment(id, booked);
}

/** A store order of a parcel, as it is now. */
export type BookedOrder = {
  readonly order: StoreOrderRow;
  /** The copy that the booking made. */
  readonly booked: OrderCopy;
  /** All parcels that hold items of the order. */
  readonly parcels: readonly HoldingShipment[];
};

/** What a case "changed after booking" lists of all orders of a parcel. In a merged one, each change names its order. */
export const changesOfShipment = (shipmentId: string, orders: readonly BookedOrder[]): OrderChange[] =>
  orders.flatMap((one) => {
    const changes = changesOfOrder(shipmentId, one);
    return orders.length === 1
      ? changes
      : changes.map((change) => ({ ...change, field: `${one.order.name}: ${change.field}` }));
  });

export function changesOfOrder(shipmentId: string, { order, booked, parcels }: BookedOrder): OrderChange[] {
  const end = endInStore(order);
  const now = withoutOthers(shipmentId, parcels, booked, copyOfOrder(order));
  return [
    ...(end === '' ? [] : [{ field: 'Order', was: 'open', now: end }]),
    ...describeChanges(booked, withUnknown(booked, now)),
  ];
}

/**
 * The order as it is now, as far as it concerns one of its parcels: what was added and is in a later parcel, and what is open
 * because of another parcel or was paid for it, is no change of this one. Nor is what was paid for this one.
 */
function withoutOthers(
  shipmentId: string,
  parcels: readonly HoldingShipment[],
  booked: OrderCopy,
  now: OrderCopy,
): OrderCopy {
  const own = parcels.find(({ id }) => id === shipmentId);
  if (!own) return now;
  const others = parcels.filter((one) => one !== own);
  const later = others.filter(({ claim }) => claim > own.claim);
  const was = new Map(booked.items.map(({ lineId, quantity }) => [lineId, quantity]));
  const items = now.items.flatMap((item) => {
    const surplus = item.quantity - (was.get(item.lineId) ?? 0);
    const carried = later
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => (line.lineId === item.lineId ? sum + line.quantity : sum), 0);
    const quantity = item.quantity - Math.max(0, Math.min(surplus, carried));
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  // Of a later parcel, the amount was added since. Of an earlier one, it was open then, and may be paid now.
  let explained = [0];
  for (const one of others) {
    const amount = one.claim > own.claim ? Number(one.cod) : -Number(one.cod);
    explained = [...explained, ...explained.map((sum) => sum + amount)];
    if (explained.length > maxSums) break;
  }
  const change = Math.round(Number(now.outstanding) - Number(booked.outstanding));
  const isOfOthers = others.length > 0 && explained.includes(change);
  const isExplained = isOfOthers || (own.payment_status === 'PAID' && change < 0);
  return { ...now, items, outstanding: isExplained ? booked.outstanding : now.outstanding };
}

const maxSums = 256;

/** How an order ended in the store, in words; empty while it is open there. */
export function endInStore(order: Pick<StoreOrderRow, 'cancelled_at' | 'deleted_at'>): string {
  if (order.deleted_at) return 'deleted in the store';
  return order.cancelled_at ? 'cancelled in the store' : '';
}

/**
 * Shopify withholds what it has not approved us for: then a field comes empty. What a booking did not know is
 * unknown, not empty, so it is no change when we see it later. Nor is a warning that ended: a person confirmed it, and
 * our own fulfilment ends some.
 */
function withUnknown(booked: OrderCopy, now: OrderCopy): OrderCopy {
  const known = { ...now };
  for (const name of ['name', 'phone', 'address', 'city'] as const) if (booked[name] === '') known[name] = '';
  const confirmed = booked.warnings ?? [];
  if (known.warnings?.every((warning) => confirmed.includes(warning))) known.warnings = confirmed;
  return known;
}
