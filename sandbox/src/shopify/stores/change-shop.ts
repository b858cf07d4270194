import type { ShopSettings, StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { shopPayload } from './shop-payload.ts';

export interface ShopChange {
  name?: string | undefined;
  email?: string | undefined;
  timezone?: string | undefined;
  settings?: Partial<ShopSettings> | undefined;
  past?: { orders: number; days: number } | undefined;
}

export function changeShopSettings(shopify: Shopify, shop: StoredShop, change: ShopChange): void {
  const before = `${shop.name} ${shop.email} ${shop.timezone}`;
  shop.name = change.name ?? shop.name;
  shop.email = change.email ?? shop.email;
  shop.timezone = change.timezone ?? shop.timezone;
  shop.settings = { ...shop.settings, ...change.settings };
  if (change.past) shop.past = { ...change.past, until: shopify.context.now().toISOString() };
  shopify.shops.save(shop);
  if (before !== `${shop.name} ${shop.email} ${shop.timezone}`) {
    shopify.webhooks.emit(shop.domain, 'shop/update', shopPayload(shop));
  }
}
