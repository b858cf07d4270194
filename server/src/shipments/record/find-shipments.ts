import { courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf, type IdList } from '../../base/db/id-list.ts';
import type { ShipmentLine, ShipmentRow } from './shipment-row.ts';

export type HoldingShipment = Pick<
  ShipmentRow,
  'id' | 'tracking_number' | 'booking_state' | 'status' | 'final' | 'company' | 'payment_status'
> & {
  /** Its number among the order's parcels. */
  readonly claim: number;
  /** Its items of the order. */
  readonly lines: readonly ShipmentLine[];
  /** The store showed these items as fulfilled with its number when it was last read, whatever became of later updates. */
  readonly isInStore: boolean;
  /** What it collects for the order, in Rs. 0 for a merged parcel: how much of it is for this order is not known. */
  readonly cod: string;
  /** Rs that the store had received for the order when the parcel was booked. 0 for bookings from before we kept it. */
  readonly receivedBefore: string;
  /** Payment status of the order in the store when the parcel was booked. */
  readonly paymentBefore: string | null;
};

export type ShipmentsOfOrder = {
  /** Number of the order's newest parcel, whatever became of it; 0 without one. */
  readonly lastClaim: number;
  /** The parcels that hold items of the order: on their way, delivered or returned. Oldest first. */
  readonly holding: readonly HoldingShipment[];
};

export const noShipments: ShipmentsOfOrder = { lastClaim: 0, holding: [] };

/** The parcels of these store orders, by store order. */
export async function shipmentsOfOrders(
  trx: Db,
  shopId: string,
  storeOrderIds: IdList,
): Promise<Map<string, ShipmentsOfOrder>> {
  const rows = await trx
    .selectFrom('shipment_order as one')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'one.shop_id').onRef('shipment.id', '=', 'one.shipment_id'),
    )
    .leftJoin('desired_store_state as desired', (join) =>
      join
        .onRef('desired.shop_id', '=', 'one.shop_id')
        .onRef('desired.store_order_id', '=', 'one.store_order_id')
        .onRef('desired.shipment_id', '=', 'one.shipment_id'),
    )
    .select(['one.store_order_id', 'one.claim', 'one.holds', 'one.lines'])
    .select(['shipment.id', 'shipment.tracking_number', 'booking_state', 'status', 'final', 'shipment.company'])
    .select('payment_status')
    .select(sql<string>`case when shipment.tag = 'MERGED' then 0 else shipment.cod end`.as('cod'))
    .select(sql<string>`coalesce(one.store_copy ->> 'received', '0')`.as('receivedBefore'))
    .select(sql<string | null>`one.store_copy ->> 'payment'`.as('paymentBefore'))
    // Version 0.2.0, which may run beside this one, sets the state alone.
    .select(
      sql<boolean>`coalesce((desired.in_store or desired.state = 'done') and desired.fulfilled, false)`.as('isInStore'),
    )
    .where('one.shop_id', '=', shopId)
    .where('one.store_order_id', '=', anyOf(storeOrderIds))
    .orderBy('one.claim')
    .execute();
  const found = new Map<string, { lastClaim: number; holding: HoldingShipment[] }>();
  for (const { store_order_id: orderId, claim, holds, lines, ...shipment } of rows) {
    const parcels = found.get(orderId) ?? { lastClaim: 0, holding: [] };
    parcels.lastClaim = claim;
    if (holds) parcels.holding.push({ ...shipment, claim, lines: lines as unknown as ShipmentLine[] });
    found.set(orderId, parcels);
  }
  return found;
}

/** The parcel is back at the shop. */
export const isReturned = (holder: Pick<HoldingShipment, 'booking_state' | 'status' | 'final'>): boolean =>
  holder.booking_state === 'booked' && holder.status === 'RTS' && holder.final;

/** A cancelled shipment that the courier still has: M&P keeps the number, and every courier may move the parcel all the same. */
export type ShipmentToStop = Pick<ShipmentRow, 'tracking_number' | 'company'>;

/** What a person has to do before the order may be booked again, as a sentence. */
export function howToStop({ company }: Pick<ShipmentToStop, 'company'>): string {
  const courier = courierName(company);
  return company === 'MNP' ? `Void it in the ${courier} portal` : `Ask ${courier} to stop the parcel`;
}

/** The newest cancelled shipment of each store order that the courier still has, by store order. */
export async function shipmentsToVoid(
  trx: Db,
  shopId: string,
  storeOrderIds: IdList,
): Promise<Map<string, ShipmentToStop>> {
  const rows = await trx
    .selectFrom('shipment_order as held')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'held.shop_id').onRef('shipment.id', '=', 'held.shipment_id'),
    )
    .select(['held.store_order_id', 'tracking_number', 'company'])
    .where('held.shop_id', '=', shopId)
    .where('held.store_order_id', '=', anyOf(storeOrderIds))
    .where('status', '=', 'CANCELLED')
    .where('courier_live', '=', true)
    .orderBy('cancelled_at')
    .orderBy('shipment.id')
    .execute();
  return new Map(rows.map(({ store_order_id, ...shipment }) => [store_order_id, shipment]));
}

export function shipmentById(trx: Db, shopId: string, id: string): Promise<ShipmentRow | undefined> {
  return trx.selectFrom('shipment').selectAll().where('shop_id', '=', shopId).where('id', '=', id).executeTakeFirst();
}

/** Reads the row and locks it until the transaction ends. */
export function lockShipment(trx: Db, key: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<ShipmentRow> {
  return trx
    .selectFrom('shipment')
    .selectAll()
    .where('shop_id', '=', key.shop_id)
    .where('id', '=', key.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The ids of a shipment's store orders. */
export async function storeOrderIdsOf(trx: Db, key: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<string[]> {
  const rows = await trx
    .selectFrom('shipment_order')
    .select('store_order_id')
    .where('shop_id', '=', key.shop_id)
    .where('shipment_id', '=', key.id)
    .execute();
  return rows.map((row) => row.store_order_id);
}

/** The newest shipment with this number. Two couriers may use the same number: then `id` says which one it is. */
export function shipmentByNumber(
  trx: Db,
  shopId: string,
  { trackingNumber, id }: { readonly trackingNumber: string; readonly id?: string | undefined },
): Promise<ShipmentRow | undefined> {
  return trx
    .selectFrom('shipment')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('tracking_number', '=', trackingNumber)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('booked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
