import { rupeesToMoney } from '@courierdesk/contract/money';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { copyOfOrder } from '../../store/orders/order-version.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { CheckedBooking } from './check-booking.ts';

/** The worker releases a claim that has not asked the courier by then. */
const claimLeaseMs = 60_000;

/** Inserts the shipment in the state `claimed`: the courier has not been asked. */
export function insertShipment(
  trx: Db,
  actor: UserActor,
  { fields, account, city, orders, storeUnreachable }: CheckedBooking,
  own: { id: string; reference: string; plan_month: string },
  now: Date,
): Promise<ShipmentRow> {
  const isPaid = fields.cod_amount === 0 && orders.every(({ order }) => Number(order.outstanding) <= 0);
  const orderName = orders.map((one) => one.order.name).join(', ');
  return trx
    .insertInto('shipment')
    .values({
      shop_id: actor.shopId,
      ...own,
      booking_state: 'claimed',
      attempt_id: newId(now),
      lease_until: new Date(now.getTime() + claimLeaseMs),
      account_id: account.id,
      company: account.company,
      order_name: orderName,
      tag: orders.length > 1 ? 'MERGED' : '',
      cod: rupeesToMoney(fields.cod_amount),
      weight: fields.weight,
      pieces: fields.pieces,
      consignee_name: fields.consignee_name,
      consignee_email: fields.consignee_email,
      consignee_phone: fields.consignee_phone,
      consignee_phone2: fields.consignee_phone2,
      consignee_phone3: fields.consignee_phone3,
      consignee_address: fields.consignee_address,
      city: fields.city,
      destination_city: city.name.trim(),
      destination_city_id: city.id,
      products_list: fields.products_list,
      remarks: fields.remarks,
      payment_status: isPaid ? 'PAID' : 'UNPAID',
      booked_by: actor.tag,
      booked_by_user_id: actor.userId,
      notify_customer: fields.notify_customer,
      from_mirror: storeUnreachable,
      claimed_at: now,
      search_text: [orderName, fields.consignee_name, fields.consignee_phone].join(' ').toLowerCase(),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the items of the store orders for a shipment. Returns the first order that another booking has taken. Each parcel of
 * an order has the number after the newest parcel that its check knew, and a unique index: a second booking waits until the
 * first one commits, then finds its number taken. Inserts in the order of ids, so that two merges cannot deadlock.
 */
export async function holdOrders(
  trx: Db,
  actor: UserActor,
  { orders }: CheckedBooking,
  shipmentId: string,
): Promise<StoreOrderRow | undefined> {
  const inIdOrder = [...orders.entries()].sort(([, a], [, b]) => (a.order.id < b.order.id ? -1 : 1));
  for (const [position, { order, lines, parcels }] of inIdOrder) {
    // Trigger update_order_held: the store order leaves the list of orders to book, unless something is left.
    const held = await trx
      .insertInto('shipment_order')
      .values({
        shop_id: actor.shopId,
        shipment_id: shipmentId,
        store_order_id: order.id,
        holds: true,
        claim: parcels.lastClaim + 1,
        position,
        lines: JSON.stringify(lines),
        store_version: order.version,
        store_copy: JSON.stringify(copyOfOrder(order)),
      })
      .onConflict((conflict) => conflict.columns(['shop_id', 'store_order_id', 'claim']).doNothing())
      .executeTakeFirst();
    if (held.numInsertedOrUpdatedRows !== 1n) return order;
  }
  return undefined;
}
