import { newId } from '../protocol/ids.ts';
import type { OrderDraft } from '../demo-data/demo-orders.ts';
import { demoOrder } from '../demo-data/demo-orders.ts';
import type { FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import { totalsOf } from '../platform/order.ts';
import { commitOrder } from './commit-order.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { StoredShop } from '../platform/shop.ts';

const FIRST_NUMBER = 1001;

/** Adds demo orders, oldest first, with times spread over the last hours. */
export function placeDemoOrders(
  shopify: Shopify,
  shop: StoredShop,
  count: number,
  options: { spreadHours: number; change?: (draft: OrderDraft) => void },
): StoredOrder[] {
  const now = shopify.context.now();
  const serials = Array.from({ length: count }, () =>
    shopify.context.state.counter(`shopify.demo-order.${shop.domain}`),
  );
  const drafts = serials.map((serial) => {
    // A store's orders differ from another store's with the same serials.
    const draft = demoOrder(serial + (shop.id % 1000) * 10_000_000, now, options.spreadHours);
    options.change?.(draft);
    return draft;
  });
  drafts.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return drafts.map((draft) => placeOrder(shopify, shop, draft));
}

export function placeOrder(shopify: Shopify, shop: StoredShop, draft: OrderDraft): StoredOrder {
  const { context } = shopify;
  const number = FIRST_NUMBER - 1 + context.state.counter(`shopify.order-number.${shop.domain}`);
  const createdAt = draft.createdAt.toISOString();
  const order: StoredOrder = {
    id: newId(context),
    shop: shop.domain,
    number,
    name: `#${number}`,
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
    customer: draft.customer && { id: newId(context), ...draft.customer },
    withoutTransactions: false,
    received: 0,
    refunded: 0,
    gateways: draft.payment === 'paid' ? ['Bank card'] : ['Cash on Delivery (COD)'],
    discountCodes: draft.discountCode ? [draft.discountCode] : [],
    lines: draft.lines.map((line) => ({
      ...line,
      id: newId(context),
      productId: newId(context),
      variantId: newId(context),
      currentQuantity: line.quantity,
      requiresShipping: true,
      giftCard: false,
      attributes: [],
    })),
    shipping: [
      { id: newId(context), title: draft.shipping.title, code: draft.shipping.title, price: draft.shipping.price },
    ],
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
  order.fulfillmentOrders = fulfillmentOrdersOf(shopify, shop, order);
  commitOrder(shopify, order, { isNew: true, topics: ['orders/create'] });
  return order;
}

/** One fulfillment order for each location that holds some of the lines. */
function fulfillmentOrdersOf(shopify: Shopify, shop: StoredShop, order: StoredOrder): FulfillmentOrder[] {
  const { context } = shopify;
  const locations = shop.locations.slice(0, Math.max(1, shop.settings.locations));
  const byLocation = new Map<number, FulfillmentOrder>();
  for (const [index, line] of order.lines.entries()) {
    const location = locations[index % locations.length];
    if (!location) continue;
    const entry = byLocation.get(location.id) ?? {
      id: newId(context),
      status: 'OPEN' as const,
      requestStatus: 'UNSUBMITTED' as const,
      fulfillAt: null,
      holds: [],
      locationId: location.id,
      createdAt: order.createdAt,
      updatedAt: order.createdAt,
      lines: [],
    };
    entry.lines.push({ id: newId(context), lineId: line.id, total: line.quantity, remaining: line.quantity });
    byLocation.set(location.id, entry);
  }
  return [...byLocation.values()];
}
