import type { ShopSettings, StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { shopPayload } from './shop-payload.ts';

type ShopChange = {
  name?: string | undefined;
  newDomain?: string | undefined;
  email?: string | undefined;
  timezone?: string | undefined;
  accountOwner?: string | undefined;
  settings?: Partial<ShopSettings> | undefined;
  past?: { orders: number; days: number } | undefined;
};

export function changeShopSettings(shopify: Shopify, shop: StoredShop, change: ShopChange): void {
  const before = sentParts(shop);
  shop.newDomain = change.newDomain ?? shop.newDomain;
  shop.name = change.name ?? shop.name;
  shop.email = change.email ?? shop.email;
  shop.timezone = change.timezone ?? shop.timezone;
  const { accountOwner } = change;
  if (accountOwner !== undefined)
    shop.people = shop.people.map((one) => ({ ...one, accountOwner: one.email === accountOwner }));
  shop.settings = { ...shop.settings, ...change.settings };
  if (change.past) shop.past = { ...change.past, until: shopify.context.now().toISOString() };
  shopify.shops.save(shop);
  if (before !== sentParts(shop)) {
    shopify.webhooks.emit(shop.domain, 'shop/update', shopPayload(shop));
  }
}

/** What a `shop/update` webhook is sent for. */
const sentParts = (shop: StoredShop): string => [shop.newDomain, shop.name, shop.email, shop.timezone].join(' ');
