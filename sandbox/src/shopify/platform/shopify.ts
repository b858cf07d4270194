import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { BulkOperation, BulkOperations, BulkRows } from './bulk-operations.ts';
import { openBulkOperations } from './bulk-operations.ts';
import type { Installations } from './installations.ts';
import { openInstallations } from './installations.ts';
import type { Orders } from './orders.ts';
import { openOrders } from './orders.ts';
import type { Shops } from './shops.ts';
import { openShops } from './shops.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';

/** The simulated platform: stores, orders, app installations, webhooks and bulk operations. */
export interface Shopify {
  context: SandboxContext;
  shops: Shops;
  orders: Orders;
  installations: Installations;
  webhooks: Webhooks;
  bulkOperations: BulkOperations;
}

/** `runBulkOperation` executes the query of one bulk operation; only the GraphQL API can do that. */
export function openShopify(
  context: SandboxContext,
  runBulkOperation: (shopify: Shopify, operation: BulkOperation) => Promise<BulkRows>,
): Shopify {
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
    orders: openOrders(context.state),
    installations: openInstallations(context, shops),
  };
  return shopify;
}
