import { gid } from '../shopify/protocol/ids.ts';
import { twoPlaces } from '../shopify/protocol/money.ts';
import type { StoredOrder } from '../shopify/platform/order.ts';
import {
  financialStatusOf,
  fulfilledQuantities,
  fulfillmentStatusOf,
  fullName,
  statusOf,
  totalsOf,
} from '../shopify/platform/order.ts';

type JournalFulfillment = {
  order_id: string;
  order_name: string;
  tracking_number: string | null;
  status: string;
};

/** An order of a store as the control calls show it. */
export function presentOrder(order: StoredOrder, now: Date): object {
  const totals = totalsOf(order);
  const fulfilled = fulfilledQuantities(order);
  return {
    id: String(order.id),
    gid: gid('Order', order.id),
    shop: order.shop,
    name: order.name,
    tags: order.tags,
    note: order.note,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    closed_at: order.closedAt,
    deleted: order.deleted === true,
    financial_status: financialStatusOf(order),
    fulfillment_status: fulfillmentStatusOf(order, now),
    total: twoPlaces(totals.total),
    shipping: twoPlaces(totals.shipping),
    outstanding: twoPlaces(totals.outstanding),
    customer: (order.customer && fullName(order.customer)) ?? null,
    email: order.email,
    phone: order.phone,
    shipping_address: order.shippingAddress,
    lines: order.lines.map((line) => ({
      id: String(line.id),
      title: line.title,
      variant: line.variantTitle,
      quantity: line.currentQuantity,
      fulfilled: fulfilled.get(line.id) ?? 0,
      price: twoPlaces(line.unitPrice),
    })),
    fulfillment_orders: order.fulfillmentOrders.map((entry) => ({
      id: String(entry.id),
      status: statusOf(entry, now),
      location_id: String(entry.locationId),
      remaining: entry.lines.reduce((sum, line) => sum + line.remaining, 0),
    })),
    fulfillments: order.fulfillments.map((entry) => ({
      id: String(entry.id),
      status: entry.status,
      display_status: entry.displayStatus,
      tracking: entry.tracking,
      notified: entry.notified,
      by_app: entry.byApp,
      events: entry.events.map((event) => event.status),
      lines: entry.lines.map((line) => ({ id: String(line.lineId), quantity: line.quantity })),
    })),
  };
}

/** One row for each tracking number of each fulfillment. */
export function fulfillmentRows(order: StoredOrder): JournalFulfillment[] {
  return order.fulfillments.flatMap((entry) => {
    const numbers = entry.tracking.length > 0 ? entry.tracking.map(({ number }) => number) : [null];
    return numbers.map((tracking_number) => ({
      order_id: String(order.id),
      order_name: order.name,
      tracking_number,
      status: entry.status,
    }));
  });
}
