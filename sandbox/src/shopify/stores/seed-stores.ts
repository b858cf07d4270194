import { placeDemoOrders } from '../orders/place-order.ts';
import type { Shopify } from '../platform/shopify.ts';

const seededStores = [
  { domain: 'demo-store.myshopify.com', orders: 120 },
  { domain: 'free-store.myshopify.com', orders: 12 },
] as const;

/** Opens the demo stores, with demo orders when they are new. */
export function seedStores(shopify: Shopify, withOrders: boolean): void {
  for (const { domain, orders } of seededStores) {
    const isNew = shopify.shops.get(domain) === undefined;
    const shop = shopify.shops.ensure(domain);
    if (shop && isNew && withOrders) placeDemoOrders(shopify, shop, orders, { spreadHours: 72 });
  }
}
