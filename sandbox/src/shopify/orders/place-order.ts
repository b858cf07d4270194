import { newId } from '../protocol/ids.ts';
import type { OrderDraft } from '../demo-data/demo-orders.ts';
import { demoOrder } from '../demo-data/demo-orders.ts';
import type { StoredOrder } from '../platform/order.ts';
import { commitOrder } from './commit-order.ts';
import { orderFromDraft } from './order-from-draft.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { StoredShop } from '../platform/shop.ts';

const firstNumber = 1001;

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

function placeOrder(shopify: Shopify, shop: StoredShop, draft: OrderDraft): StoredOrder {
  const { context } = shopify;
  const number = firstNumber - 1 + context.state.counter(`shopify.order-number.${shop.domain}`);
  const order = orderFromDraft(shop, draft, { number, nextId: () => newId(context) });
  commitOrder(shopify, order, { isNew: true, topics: ['orders/create'] });
  return order;
}
