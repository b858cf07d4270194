import crypto from 'node:crypto';
import type { Fulfillment, StoredOrder } from '../platform/order.ts';
import { financialStatusOf, fulfillmentStatusOf } from '../platform/order.ts';
import type { Shopify } from '../platform/shopify.ts';
import { fulfillmentPayload, orderPayload } from './order-payload.ts';

type OrderChange = {
  /** Topics besides `orders/updated`. */
  topics?: string[];
  fulfillment?: { topic: 'fulfillments/create' | 'fulfillments/update'; fulfillment: Fulfillment };
  timeline?: string;
  /** A new order is not also an updated one. */
  isNew?: boolean;
};

/** Saves a changed order: sets `updatedAt`, updates the indexes and sends the webhooks. */
export function commitOrder(shopify: Shopify, order: StoredOrder, change: OrderChange): void {
  const now = shopify.context.now();
  if (!change.isNew) order.updatedAt = now.toISOString();
  if (change.timeline) order.timeline.push({ at: now.toISOString(), text: change.timeline });
  const shop = shopify.shops.get(order.shop);
  if (shop) archive(order, shop.settings.archiveWhenDone, now);
  shopify.orders.save(order);
  if (!shop) return;
  const eventId = crypto.randomUUID();
  const payload = orderPayload(order, shop, now);
  for (const topic of change.topics ?? []) shopify.webhooks.emit(order.shop, topic, payload, eventId);
  if (!change.isNew) shopify.webhooks.emit(order.shop, 'orders/updated', payload, eventId);
  if (!change.fulfillment) return;
  const { topic, fulfillment } = change.fulfillment;
  shopify.webhooks.emit(order.shop, topic, fulfillmentPayload(order, fulfillment), eventId);
}

/** Shopify archives an order that is paid and fulfilled, and reopens it when it is no longer both. */
function archive(order: StoredOrder, archiveWhenDone: boolean, now: Date): void {
  if (order.cancelledAt || order.archived) return;
  const done = financialStatusOf(order) === 'PAID' && fulfillmentStatusOf(order, now) === 'FULFILLED';
  if (!done) order.closedAt = null;
  else if (archiveWhenDone && order.closedAt === null) order.closedAt = now.toISOString();
}
