import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { brokenConstraint } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { flagOrderChanges } from '../../store/orders/flag-order-changes.ts';
import { requestFulfilled } from '../../store/sync/request-fulfilment.ts';
import { requestCustomerMails } from '../../shipments/customer-mails/request-customer-mails.ts';
import { countBooking } from '../../shop/subscriptions/plan-usage.ts';
import { orderAlreadyBooked } from '../booking/order-errors.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { isReturned, noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import { holdAgain, releaseOrders } from '../../shipments/record/release-orders.ts';
import type { ShipmentLine, ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { firstTrackAt } from '../tracking/tracking-schedule.ts';

/** A closed booking becomes booked with its late consignment. Fails if another shipment holds one of its orders. */
export async function reopenBooking(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  number: string,
  now: Date,
): Promise<ShipmentRow> {
  if (shipment.booking_state !== 'released' && shipment.booking_state !== 'rejected')
    throw new AppError(
      'cannot-resolve',
      'This booking already has a tracking number. Cancel the late consignment instead.',
    );
  const orderIds = await holdOrdersAgain(trx, shipment);
  // The booking was returned to the plan when it was closed. The consignment exists, so it counts even if the plan's limit
  // is reached by now.
  if (shipment.plan_month) await countBooking(trx, shipment.shop_id, shipment.plan_month);
  // Trigger settle_batch_row: a batch row of this shipment gets the outcome in this transaction.
  const booked = await changeShipment(trx, shipment, {
    booking_state: 'booked',
    status: 'FULFILLED',
    tracking_number: number,
    booked_at: now,
    status_at: now,
    courier_live: true,
    answer: '',
    cancel_when_found: false,
    next_look_up_at: null,
    look_up_until: null,
    next_track_at: firstTrackAt(now),
    search_text: sql<string>`search_text || ' ' || lower(${number}::text)`,
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'shipment_number')
      throw new AppError('cannot-resolve', `${number} already belongs to another shipment.`);
    throw error;
  });
  // The case about changes in the store was closed with the booking, and later changes opened none.
  await flagOrderChanges(trx, context, shipment.shop_id, orderIds);
  await requestFulfilled(trx, booked, { jobs: context.jobs, now, by: 'request' });
  await requestCustomerMails(trx, context, shipment.shop_id, [{ shipmentId: shipment.id, kind: 'booked' }], now);
  return booked;
}

/** Takes the next number of each order, as at the claim: a booking that was checked before is refused. Returns the orders. */
async function holdOrdersAgain(trx: Db, shipment: ShipmentRow): Promise<string[]> {
  const orders = await trx
    .selectFrom('shipment_order')
    .select(['store_order_id', 'lines'])
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .orderBy('store_order_id')
    .execute();
  const ids = orders.map((order) => order.store_order_id);
  const parcels = await shipmentsOfOrders(trx, shipment.shop_id, ids);
  for (const { store_order_id: id, lines } of orders) {
    const own = new Set((lines as unknown as ShipmentLine[]).map(({ lineId }) => lineId));
    for (const holder of (parcels.get(id) ?? noShipments).holding) {
      // This booking was to send the order of a returned parcel again.
      if (isReturned(holder)) await releaseOrders(trx, { shop_id: shipment.shop_id, id: holder.id }, [id]);
      else if (holder.lines.some(({ lineId }) => own.has(lineId)))
        throw orderAlreadyBooked({ id, name: shipment.order_name }, holder);
    }
  }
  await holdAgain(trx, shipment, ids).catch((error: unknown) => {
    if (brokenConstraint(error) === 'shipment_order_claim')
      throw new AppError('order-already-booked', `${shipment.order_name} was just booked. Reload to see the booking.`);
    throw error;
  });
  return ids;
}
