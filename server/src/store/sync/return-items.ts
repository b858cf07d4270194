import type { Db } from '../../base/db/client.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { storeOrderById } from '../orders/find-store-orders.ts';
import { withLines } from '../orders/store-order-row.ts';

/**
 * Returns the items of a cancelled parcel to our copy of an order that the store hides from us: nothing else tells the copy that
 * they are open again.
 */
export async function returnItems(
  trx: Db,
  shopId: string,
  storeOrderId: string,
  items: readonly Pick<ShipmentLine, 'lineId' | 'quantity'>[],
): Promise<void> {
  const order = await storeOrderById(trx, shopId, storeOrderId);
  if (!order) return;
  const returned = new Map(items.map(({ lineId, quantity }) => [lineId, quantity]));
  const lines = order.lines.map((line) => ({
    ...line,
    unfulfilledQuantity: Math.min(line.currentQuantity, line.unfulfilledQuantity + (returned.get(line.lineId) ?? 0)),
  }));
  const { problems, ...columns } = withLines(order, lines);
  await trx
    .updateTable('store_order')
    .set({ ...columns, lines: JSON.stringify(lines), problems: [...problems] })
    .where('shop_id', '=', shopId)
    .where('id', '=', storeOrderId)
    .execute();
}
