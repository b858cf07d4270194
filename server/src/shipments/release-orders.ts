import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { refundBooking } from '../subscriptions/plan-usage.ts';
import type { ShipmentRow } from './shipment-row.ts';

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
      where newest.shop_id = one.shop_id and newest.store_order_id = one.store_order_id)
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
 * An attempt to send a returned order again failed. The returned parcel holds the order again: the store still shows the
 * order as fulfilled with it, and the next attempt sends what it carried.
 */
async function holdWithReturnedAgain(trx: Db, failed: ShipmentKey): Promise<void> {
  await sql`
    update shipment_order as back set holds = true
    from shipment_order as freed
    cross join lateral (
      select s.id, s.booking_state, s.status, s.final
      from shipment_order as one
      join shipment as s on s.shop_id = one.shop_id and s.id = one.shipment_id
      where one.shop_id = freed.shop_id and one.store_order_id = freed.store_order_id
        and s.id <> freed.shipment_id and s.booking_state not in ('released', 'rejected')
      order by s.id desc limit 1) as last
    where freed.shop_id = ${failed.shop_id} and freed.shipment_id = ${failed.id}
      and last.booking_state = 'booked' and last.status = 'RTS' and last.final
      and back.shop_id = freed.shop_id and back.shipment_id = last.id
      and back.store_order_id = freed.store_order_id`.execute(trx);
}
