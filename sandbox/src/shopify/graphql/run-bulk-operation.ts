import type { BulkOperation, BulkPage } from '../platform/bulk-operations.ts';
import type { Shopify } from '../platform/shopify.ts';
import { scopeSet } from '../protocol/scopes.ts';
import { runBulkQuery } from './bulk-query.ts';
import { adminSchema } from './schema.ts';

export function runBulkOperation(shopify: Shopify, operation: BulkOperation): AsyncIterable<BulkPage> {
  const shop = shopify.shops.get(operation.shop);
  if (!shop) throw new Error(`the store ${operation.shop} is gone`);
  const view = {
    shopify,
    shop,
    scopes: scopeSet(operation.scopes),
    now: shopify.context.now(),
    searchWarnings: [],
  };
  return runBulkQuery(adminSchema(), operation, view);
}
