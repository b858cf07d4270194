import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { refundBooking } from '../../shop/subscriptions/plan-usage.ts';
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
 * An attempt to send what came back again failed. The last parcel that brought these items back holds them again: the store
 * still shows them as fulfilled with it, and the next attempt sends them. Not if another parcel has them.
 */
async function holdWithReturnedAgain(trx: Db, failed: ShipmentKey): Promise<void> {
  const sharesItems = (one: string, other: string) =>
    sql`exists (
      select from jsonb_array_elements(${sql.ref(`${one}.lines`)}) as a
      join jsonb_array_elements(${sql.ref(`${other}.lines`)}) as b on a -> 'lineId' = b -> 'lineId')`;
  await sql`
    with freed as (
      select * from shipment_order where shop_id = ${failed.shop_id} and shipment_id = ${failed.id}
    ), returned as (
      select one.*
      from shipment_order as one
      join freed on freed.shop_id = one.shop_id and freed.store_order_id = one.store_order_id
      join shipment as s on s.shop_id = one.shop_id and s.id = one.shipment_id
      where one.shipment_id <> freed.shipment_id and s.booking_state = 'booked' and s.status = 'RTS' and s.final
        and ${sharesItems('one', 'freed')}
    )
    update shipment_order as back set holds = true
    from returned
    where back.shop_id = returned.shop_id and back.shipment_id = returned.shipment_id
      and back.store_order_id = returned.store_order_id
      and not exists (
        select from shipment_order as other
        where other.shop_id = back.shop_id and other.store_order_id = back.store_order_id
          and other.shipment_id <> back.shipment_id and other.holds and ${sharesItems('other', 'returned')})
      and not exists (
        select from returned as newer
        where newer.store_order_id = returned.store_order_id and newer.claim > returned.claim
          and ${sharesItems('newer', 'returned')})`.execute(trx);
}
