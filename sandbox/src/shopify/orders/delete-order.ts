import crypto from 'node:crypto';
import type { StoredOrder } from '../platform/order.ts';
import type { Shopify } from '../platform/shopify.ts';

/** The store no longer shows the order. The journal keeps it. */
export function deleteOrder(shopify: Shopify, order: StoredOrder): void {
  order.deleted = true;
  shopify.orders.save(order);
  shopify.webhooks.emit(order.shop, 'orders/delete', { id: order.id }, crypto.randomUUID());
}
