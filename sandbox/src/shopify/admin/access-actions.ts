import { changeScopes } from '../oauth/change-scopes.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { changeShopSettings } from '../stores/change-shop.ts';

type AccessAction = {
  action: string;
  label: string;
  done: string;
  work(shopify: Shopify, shop: StoredShop): void;
};

const lock =
  (lockedWith: 402 | 423 | null): AccessAction['work'] =>
  (shopify, shop) =>
    changeShopSettings(shopify, shop, { settings: { lockedWith } });

/** What can happen to the access that the app has to a store. */
export const accessActions: readonly AccessAction[] = [
  { action: 'freeze', label: 'Freeze the store', done: 'The store is frozen.', work: lock(402) },
  { action: 'lock', label: 'Lock the store', done: 'The store is locked.', work: lock(423) },
  { action: 'open', label: 'Open the store', done: 'The store is open.', work: lock(null) },
  {
    action: 'take-permissions',
    label: 'Take permissions away',
    done: 'Courierdesk may only read orders. Reconnect the store to return the other permissions.',
    work: (shopify, shop) => changeScopes(shopify, shop.domain, ['read_orders']),
  },
  {
    action: 'revoke-tokens',
    label: 'Withdraw the access',
    done: 'The tokens of Courierdesk no longer work.',
    work: (shopify, shop) => shopify.installations.revokeTokens(shop.domain),
  },
  {
    action: 'expire-tokens',
    label: 'Expire the access token',
    done: 'The access token has expired.',
    work: (shopify, shop) => shopify.installations.expireAccessTokens(shop.domain),
  },
];
