import type { StoredShop } from '../shopify/platform/shop.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { ComplianceTopic } from '../shopify/webhooks/webhook-topics.ts';

/** The three mandatory requests about personal data, for the store's newest customer (shopify.md 4.2). */
export function emitCompliance(shopify: Shopify, shop: StoredShop, topic: ComplianceTopic): void {
  const base = { shop_id: shop.id, shop_domain: shop.domain };
  if (topic === 'shop/redact') return shopify.webhooks.emitCompliance(shop.domain, topic, base);
  const newest = shopify.orders.sorted(shop.domain, 'ID').at(-1)?.order;
  const customer = { id: newest?.customer?.id, email: newest?.email, phone: newest?.phone };
  const orders = newest ? [newest.id] : [];
  const details =
    topic === 'customers/redact'
      ? { orders_to_redact: orders }
      : { orders_requested: orders, data_request: { id: shopify.context.state.counter('shopify.data-request') } };
  shopify.webhooks.emitCompliance(shop.domain, topic, { ...base, customer, ...details });
}
