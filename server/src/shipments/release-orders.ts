import type { Db } from '../db/client.ts';
import { refundBooking } from '../subscriptions/plan-usage.ts';
import type { ShipmentRow } from './shipment-row.ts';

/** The shipment's store orders are free again. */
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

/** As above, and the month's count gets its booking back: nothing was booked. */
export async function releaseClaim(trx: Db, shipment: ShipmentRow): Promise<void> {
  await releaseOrders(trx, shipment);
  if (shipment.plan_month) await refundBooking(trx, shipment.shop_id, shipment.plan_month);
}
