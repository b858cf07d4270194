import type { World } from '../world.ts';
import type { BulkOperations } from './bulk-operation.ts';
import { openBulkOperations } from './bulk-operation.ts';
import { runBulkQuery } from './graphql/bulk-query.ts';
import { adminSchema } from './graphql/schema.ts';
import { scopeSet } from './graphql/view.ts';
import type { Installations } from './installations.ts';
import { openInstallations } from './installations.ts';
import type { Orders } from './orders.ts';
import { openOrders } from './orders.ts';
import type { Shops } from './shops.ts';
import { openShops } from './shops.ts';
import type { Webhooks } from './webhooks.ts';
import { openWebhooks } from './webhooks.ts';

/** The simulated platform: its stores, their orders, the installed app and what it is told. */
export interface Shopify {
  world: World;
  shops: Shops;
  orders: Orders;
  installations: Installations;
  webhooks: Webhooks;
  bulks: BulkOperations;
}

export function openShopify(world: World): Shopify {
  const shops = openShops(world);
  const platform = {
    world,
    shops,
    orders: openOrders(world.state),
    installations: openInstallations(world, shops),
    webhooks: openWebhooks(world),
  };
  const shopify: Shopify = {
    ...platform,
    bulks: openBulkOperations(platform, (operation) => {
      const shop = shops.get(operation.shop);
      if (!shop) throw new Error(`the store ${operation.shop} is gone`);
      const scopes = scopeSet(operation.scopes);
      const view = { shopify, shop, scopes, now: world.now(), bulk: true, searchWarnings: [] };
      return runBulkQuery(adminSchema(), operation.query, view);
    }),
  };
  return shopify;
}

const FIRST_ID = 6_000_000_000_000;
const STEP = 32_768;

/** Numbers of the size Shopify hands out, unique over all kinds of things. */
export function newId(world: World): number {
  return FIRST_ID + world.state.counter('shopify.id') * STEP;
}
