import type { BulkOperation, BulkRows } from '../platform/bulk-operations.ts';
import type { Shopify } from '../platform/shopify.ts';
import { scopeSet } from '../protocol/scopes.ts';
import { runBulkQuery } from './bulk-query.ts';
import { adminSchema } from './schema.ts';

export function runBulkOperation(shopify: Shopify, operation: BulkOperation): Promise<BulkRows> {
  const shop = shopify.shops.get(operation.shop);
  if (!shop) throw new Error(`the store ${operation.shop} is gone`);
  return runBulkQuery(adminSchema(), operation.query, {
    shopify,
    shop,
    scopes: scopeSet(operation.scopes),
    now: shopify.context.now(),
    bulk: true,
    searchWarnings: [],
  });
}
