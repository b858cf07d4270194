import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { refundBooking } from '../../shop/subscriptions/plan-usage.ts';
import type { ShipmentLine, ShipmentRow } from './shipment-row.ts';

type ShipmentKey = Pick<ShipmentRow, 'shop_id' | 'id'>;

/** Frees the shipment's items of its store orders, or only of these, so that they can be booked again. */
export async function releaseOrders(trx: Db, shipment: ShipmentKey, orderIds?: readonly string[]): Promise<void> {
  // Trigger update_order_held: the store orders return to the list of orders to book.
  await trx
    .updateTable('shipment_order')
    .set({ holds: false })
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('holds', '=', true)
    .$if(orderIds !== undefined, (rows) => rows.where('store_order_id', 'in', [...(orderIds ?? [])]))
    .execute();
}

/** A closed shipment has its items of these orders again, as their newest parcel. */
export async function holdAgain(trx: Db, shipment: ShipmentKey, orderIds: readonly string[]): Promise<void> {
  // Trigger update_order_held: the store orders leave the list of orders to book, unless something is left.
  await sql`
    update shipment_order as one set holds = true, claim = 1 + (
      select max(newest.claim) from shipment_order as newest
      where newest.shop_id = ${shipment.shop_id} and newest.store_order_id = one.store_order_id)
    where one.shop_id = ${shipment.shop_id} and one.shipment_id = ${shipment.id}
      and one.store_order_id = any(${[...orderIds]}::text[])`.execute(trx);
}

/** Frees the items of a booking that failed: the plan gets it back, and returned parcels hold their orders again. */
export async function releaseClaim(trx: Db, shipment: ShipmentRow): Promise<void> {
  await releaseOrders(trx, shipment);
  await holdWithReturnedAgain(trx, shipment);
  if (shipment.plan_month) await refundBooking(trx, shipment.shop_id, shipment.plan_month);
}

/**
 * An attempt to send what came back again failed. The last parcel that brought these items back holds them again: the store
 * still shows them as fulfilled with it, and the next attempt sends them. Not if another parcel has them.
 */
async function holdWithReturnedAgain(trx: Db, failed: ShipmentKey): Promise<void> {
  const parcels = await parcelsOfItsOrders(trx, failed);
  const freed = parcels.filter((one) => one.shipment_id === failed.id);
  const returned = parcels.filter((one) => one.came_back && freed.some((other) => sharesItems(one, other)));
  const again = returned.filter(
    (one) =>
      !parcels.some((other) => other !== one && other.holds && sharesItems(one, other)) &&
      !returned.some((newer) => newer.claim > one.claim && sharesItems(one, newer)),
  );
  for (const { shipment_id, store_order_id } of again)
    await trx
      .updateTable('shipment_order')
      .set({ holds: true })
      .where('shop_id', '=', failed.shop_id)
      .where('shipment_id', '=', shipment_id)
      .where('store_order_id', '=', store_order_id)
      .execute();
}

/** All parcels of the orders of a parcel, with what they carry of each. Its orders are locked. */
async function parcelsOfItsOrders(trx: Db, { shop_id, id }: ShipmentKey): Promise<ParcelOfOrder[]> {
  const { rows } = await sql<ParcelOfOrder>`
    select one.shipment_id, one.store_order_id, one.lines, one.holds, one.claim,
      s.booking_state = 'booked' and s.status = 'RTS' and s.final as came_back
    from shipment_order as own
    join shipment_order as one on one.shop_id = own.shop_id and one.store_order_id = own.store_order_id
    join shipment as s on s.shop_id = one.shop_id and s.id = one.shipment_id
    where own.shop_id = ${shop_id} and own.shipment_id = ${id}`.execute(trx);
  return rows;
}

type ParcelOfOrder = {
  readonly shipment_id: string;
  readonly store_order_id: string;
  readonly lines: readonly ShipmentLine[];
  readonly holds: boolean;
  readonly claim: number;
  readonly came_back: boolean;
};

const sharesItems = (one: ParcelOfOrder, other: ParcelOfOrder): boolean =>
  one.store_order_id === other.store_order_id &&
  one.lines.some(({ lineId }) => other.lines.some((line) => line.lineId === lineId));
