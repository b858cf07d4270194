import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { BulkOperation, BulkOperations, BulkPage } from './bulk-operations.ts';
import { openBulkOperations } from './bulk-operations.ts';
import type { Installations } from './installations.ts';
import { openInstallations } from './installations.ts';
import type { Orders } from './orders.ts';
import { openOrders } from './orders.ts';
import type { StoredOrder } from './order.ts';
import { openPastOrders, type PastPlace } from './past-orders.ts';
import type { Shops } from './shops.ts';
import { openShops } from './shops.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';

/** The simulated platform: stores, orders, app installations, webhooks and bulk operations. */
export type Shopify = {
  context: SandboxContext;
  shops: Shops;
  orders: Orders;
  installations: Installations;
  webhooks: Webhooks;
  bulkOperations: BulkOperations;
};

type ShopifyParts = {
  /** Executes the query of one bulk operation; only the GraphQL API can do that. */
  runBulkOperation: (shopify: Shopify, operation: BulkOperation) => AsyncIterable<BulkPage>;
  makePastOrder: (place: PastPlace) => StoredOrder;
};

export function openShopify(context: SandboxContext, { runBulkOperation, makePastOrder }: ShopifyParts): Shopify {
  const shops = openShops(context);
  const webhooks = openWebhooks(context);
  const bulkOperations: BulkOperations = openBulkOperations({ context, shops, webhooks }, (operation) =>
    runBulkOperation(shopify, operation),
  );
  const shopify: Shopify = {
    context,
    shops,
    webhooks,
    bulkOperations,
    orders: openOrders(context.state, openPastOrders(shops, makePastOrder)),
    installations: openInstallations(context, shops),
  };
  return shopify;
}
