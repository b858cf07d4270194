import type { OrderDraft } from '../demo-data/demo-orders.ts';
import type { FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import { totalsOf } from '../platform/order.ts';
import type { StoredShop } from '../platform/shop.ts';

/** The order that a store makes of what a customer placed. */
export function orderFromDraft(
  shop: StoredShop,
  draft: OrderDraft,
  { number, nextId }: { number: number; nextId: () => number },
): StoredOrder {
  const createdAt = draft.createdAt.toISOString();
  const order: StoredOrder = {
    id: nextId(),
    shop: shop.domain,
    number,
    name: `${shop.settings.orderPrefix ?? '#'}${number}`,
    createdAt,
    updatedAt: createdAt,
    processedAt: createdAt,
    closedAt: null,
    cancelledAt: null,
    cancelReason: null,
    test: false,
    tags: draft.tags.toSorted(),
    previousTags: null,
    note: draft.note,
    email: draft.email,
    phone: draft.phone,
    currency: shop.currency,
    customer: draft.customer && { id: nextId(), ...draft.customer },
    withoutTransactions: false,
    received: 0,
    refunded: 0,
    gateways: draft.payment === 'paid' ? ['Bank card'] : ['Cash on Delivery (COD)'],
    discountCodes: draft.discountCode ? [draft.discountCode] : [],
    lines: draft.lines.map((line) => ({
      ...line,
      id: nextId(),
      productId: nextId(),
      variantId: nextId(),
      currentQuantity: line.quantity,
      requiresShipping: line.requiresShipping ?? true,
      giftCard: false,
      attributes: [],
    })),
    shipping: [{ id: nextId(), title: draft.shipping.title, code: draft.shipping.title, price: draft.shipping.price }],
    attributes: [],
    shippingAddress: draft.address,
    billingAddress: draft.address,
    fulfillmentOrders: [],
    fulfillments: [],
    timeline: [{ at: createdAt, text: 'The customer placed this order' }],
  };
  const { total } = totalsOf(order);
  if (draft.payment === 'paid') order.received = total;
  // A fifth is paid in advance, in whole hundreds of rupees.
  if (draft.payment === 'partial') order.received = Math.max(10_000, Math.floor(total / 50_000) * 10_000);
  order.fulfillmentOrders = fulfillmentOrdersOf(shop, order, nextId);
  return order;
}

/** One fulfillment order for each location that holds some of the lines. */
function fulfillmentOrdersOf(shop: StoredShop, order: StoredOrder, nextId: () => number): FulfillmentOrder[] {
  const locations = shop.locations.slice(0, Math.max(1, shop.settings.locations));
  const byLocation = new Map<number, FulfillmentOrder>();
  for (const [index, line] of order.lines.entries()) {
    const location = locations[index % locations.length];
    if (!location) continue;
    const entry = byLocation.get(location.id) ?? {
      id: nextId(),
      status: 'OPEN' as const,
      requestStatus: 'UNSUBMITTED' as const,
      fulfillAt: null,
      holds: [],
      locationId: location.id,
      createdAt: order.createdAt,
      updatedAt: order.createdAt,
      lines: [],
    };
    entry.lines.push({ id: nextId(), lineId: line.id, total: line.quantity, remaining: line.quantity });
    byLocation.set(location.id, entry);
  }
  return [...byLocation.values()];
}
