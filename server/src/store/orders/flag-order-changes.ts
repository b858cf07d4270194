import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { storeOrdersByIds, type StoreOrderRow } from './find-store-orders.ts';
import { copyOfOrder, describeChanges, type OrderChange, type OrderCopy } from './order-version.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
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

/** Of all orders of a parcel. In a merged one, each change names its order. */
async function differencesOf(
  trx: Db,
  { shop_id: shopId, id }: { shop_id: string; id: string },
): Promise<OrderChange[]> {
  const booked = await trx
    .selectFrom('shipment_order')
    .select(['store_order_id', 'store_copy', 'claim'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', id)
    .where('holds', '=', true)
    .orderBy('store_order_id')
    .execute();
  const ids = booked.map((one) => one.store_order_id);
  const orders = await storeOrdersByIds(trx, shopId, ids);
  const others = await otherParcels(trx, { shop_id: shopId, id }, ids);
  return booked.flatMap(({ store_order_id, store_copy, claim }) => {
    const order = orders.get(store_order_id);
    if (!order) return [];
    const copy = store_copy as unknown as OrderCopy;
    const now = withoutOthers(copy, copyOfOrder(order), claim, others.get(store_order_id) ?? []);
    const changes = changesAfterBooking(copy, now, endInStore(order));
    return booked.length === 1
      ? changes
      : changes.map((change) => ({ ...change, field: `${order.name}: ${change.field}` }));
  });
}

type OtherParcel = {
  readonly store_order_id: string;
  readonly claim: number;
  readonly cod: string;
  readonly lines: readonly ShipmentLine[];
};

/** The other parcels that hold items of these orders, by order. */
async function otherParcels(
  trx: Db,
  { shop_id: shopId, id }: { shop_id: string; id: string },
  storeOrderIds: readonly string[],
): Promise<Map<string, OtherParcel[]>> {
  const { rows } = await sql<OtherParcel>`
    select h.store_order_id, h.claim, s.cod, h.lines
    from shipment_order as h
    join shipment as s on s.shop_id = h.shop_id and s.id = h.shipment_id
    where h.shop_id = ${shopId} and h.store_order_id = any(${[...storeOrderIds]}) and h.holds and h.shipment_id <> ${id}`.execute(
    trx,
  );
  return Map.groupBy(rows, (row) => row.store_order_id);
}

/**
 * The order as it is now, as far as it concerns one of its parcels: what was added and is in a later parcel, and what is open
 * because of another parcel or was paid for it, is no change of this one.
 */
function withoutOthers(booked: OrderCopy, now: OrderCopy, claim: number, others: readonly OtherParcel[]): OrderCopy {
  if (others.length === 0) return now;
  const later = others.filter((one) => one.claim > claim);
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
    const amount = one.claim > claim ? Number(one.cod) : -Number(one.cod);
    explained = [...explained, ...explained.map((sum) => sum + amount)];
    if (explained.length > maxSums) break;
  }
  const change = Math.round(Number(now.outstanding) - Number(booked.outstanding));
  return { ...now, items, outstanding: explained.includes(change) ? booked.outstanding : now.outstanding };
}

const maxSums = 256;

/** How an order ended in the store, in words; empty while it is open there. */
export function endInStore(order: Pick<StoreOrderRow, 'cancelled_at' | 'deleted_at'>): string {
  if (order.deleted_at) return 'deleted in the store';
  return order.cancelled_at ? 'cancelled in the store' : '';
}

/** What a case "changed after booking" lists. */
export const changesAfterBooking = (booked: OrderCopy, now: OrderCopy, end: string): OrderChange[] => [
  ...(end === '' ? [] : [{ field: 'Order', was: 'open', now: end }]),
  ...describeChanges(booked, withUnknown(booked, now)),
];

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
