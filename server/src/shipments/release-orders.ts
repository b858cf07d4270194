import type { Db } from '../db/client.ts';
import { refundBooking } from '../subscriptions/plan-usage.ts';
import type { ShipmentRow } from './shipment-row.ts';

/** Frees the shipment's store orders, so that they can be booked again. */
export async function releaseOrders(trx: Db, shipment: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<void> {
  // Trigger update_order_held: the store orders return to the list of orders to book.
  await trx
    .updateTable('shipment_order')
    .set({ holds: false })
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('holds', '=', true)
    .execute();
}

/** The same for a booking that failed: the plan gets it back. */
export async function releaseClaim(trx: Db, shipment: ShipmentRow): Promise<void> {
  await releaseOrders(trx, shipment);
  if (shipment.plan_month) await refundBooking(trx, shipment.shop_id, shipment.plan_month);
}
