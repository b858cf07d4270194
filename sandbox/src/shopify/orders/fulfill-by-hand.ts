import { createFulfillment } from './create-fulfillment.ts';
import { gid } from '../protocol/ids.ts';
import type { StoredOrder } from '../platform/order.ts';
import { statusOf } from '../platform/order.ts';
import type { Shopify } from '../platform/shopify.ts';

/** "Mark as fulfilled" in the store admin: fulfills everything open, one fulfillment per location. */
export function fulfillByHand(
  shopify: Shopify,
  order: StoredOrder,
  tracking: { number?: string | undefined; company?: string | undefined },
): number {
  const byLocation = new Map<number, string[]>();
  for (const entry of order.fulfillmentOrders) {
    const status = statusOf(entry, shopify.context.now());
    if (status !== 'OPEN' && status !== 'IN_PROGRESS') continue;
    byLocation.set(entry.locationId, [...(byLocation.get(entry.locationId) ?? []), gid('FulfillmentOrder', entry.id)]);
  }
  let made = 0;
  for (const ids of byLocation.values()) {
    const result = createFulfillment(
      shopify,
      {
        lineItemsByFulfillmentOrder: ids.map((fulfillmentOrderId) => ({ fulfillmentOrderId })),
        trackingInfo: tracking.number ? { number: tracking.number, company: tracking.company ?? null } : null,
      },
      () => true,
      { app: false },
    );
    if (result.fulfillment) made += 1;
  }
  return made;
}
