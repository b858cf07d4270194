import type { Context } from '../../base/context.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';

/** The items that the store shows as fulfilled with this number; undefined when it shows none. */
export async function fulfilledLines(
  context: Context,
  order: StoreOrderRow,
  trackingNumber: string,
): Promise<ShipmentLine[] | undefined> {
  const access = await platformAccess(context, order.shop_id);
  const state = await context.platform.fulfilmentState(access, order.platform_order_id);
  const ours = state?.fulfilments.filter((one) => one.succeeded && one.trackingNumbers.includes(trackingNumber)) ?? [];
  const quantities = new Map<string, number>();
  for (const { lineId, quantity } of ours.flatMap(({ lines }) => lines))
    quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
  const lines = order.lines.flatMap(({ lineId, title, variantTitle, sku, unitPrice, imageUrl }) => {
    const quantity = quantities.get(lineId) ?? 0;
    return quantity > 0 ? [{ lineId, quantity, title, variantTitle, sku, unitPrice, imageUrl }] : [];
  });
  return lines.length > 0 ? lines : undefined;
}
