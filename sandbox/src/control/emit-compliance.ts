import type { StoredShop } from '../shopify/platform/shop.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { ComplianceTopic } from '../shopify/webhooks/webhook-topics.ts';

/**
 * The three mandatory requests about personal data. They concern the given orders, or else the newest
 * order of the store.
 */
export function emitCompliance(
  shopify: Shopify,
  shop: StoredShop,
  { topic, orders: given }: { topic: ComplianceTopic; orders?: readonly number[] | undefined },
): void {
  const base = { shop_id: shop.id, shop_domain: shop.domain };
  if (topic === 'shop/redact') return shopify.webhooks.emitCompliance(shop.domain, topic, base);
  const newest = shopify.orders.sorted(shop.domain, 'ID').at(-1)?.order;
  const orders = given ?? (newest ? [newest.id] : []);
  const order = shopify.orders.get(orders[0] ?? 0);
  const customer = { id: order?.customer?.id, email: order?.email, phone: order?.phone };
  const details =
    topic === 'customers/redact'
      ? { orders_to_redact: orders }
      : { orders_requested: orders, data_request: { id: shopify.context.state.counter('shopify.data-request') } };
  shopify.webhooks.emitCompliance(shop.domain, topic, { ...base, customer, ...details });
}
