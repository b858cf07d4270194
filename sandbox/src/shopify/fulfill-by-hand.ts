import { createFulfillment } from './create-fulfillment.ts';
import { gid } from './gid.ts';
import type { StoredOrder } from './order.ts';
import { statusOf } from './order.ts';
import type { Shopify } from './shopify.ts';

/** What a merchant does with "Mark as fulfilled": everything that can be shipped, one fulfillment for each location. */
export function fulfillByHand(
  shopify: Shopify,
  order: StoredOrder,
  tracking: { number?: string | undefined; company?: string | undefined },
): number {
  const byLocation = new Map<number, string[]>();
  for (const entry of order.fulfillmentOrders) {
    const status = statusOf(entry, shopify.world.now());
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
