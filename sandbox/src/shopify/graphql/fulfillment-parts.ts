import { gid } from '../protocol/ids.ts';
import type { FulfillmentEvent, FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import { dateTime } from '../protocol/date-time.ts';
import { presentLine } from './present-line.ts';
import type { View } from './graphql-context.ts';

export function presentFulfillmentOrderLine(
  view: View,
  order: StoredOrder,
  entry: FulfillmentOrder['lines'][number],
): object {
  const line = order.lines.find((candidate) => candidate.id === entry.lineId);
  return {
    __typename: 'FulfillmentOrderLineItem',
    id: gid('FulfillmentOrderLineItem', entry.id),
    totalQuantity: entry.total,
    remainingQuantity: entry.remaining,
    requiresShipping: line?.requiresShipping ?? true,
    productTitle: line?.title ?? '',
    variantTitle: line?.variantTitle ?? null,
    sku: line?.sku ?? null,
    vendor: line?.vendor ?? null,
    lineItem: () => (line ? presentLine(view, order, line) : null),
  };
}

export function presentAssignedLocation(view: View, locationId: number): object {
  const location = view.shop.locations.find((candidate) => candidate.id === locationId);
  return {
    name: location?.name ?? view.shop.name,
    address1: location?.address1 ?? null,
    address2: null,
    city: location?.city ?? null,
    countryCode: 'PK',
    phone: null,
    province: null,
    zip: null,
    location: location ? presentLocation(location) : null,
  };
}

export function presentLocation(location: View['shop']['locations'][number]): object {
  return {
    __typename: 'Location',
    id: gid('Location', location.id),
    legacyResourceId: String(location.id),
    name: location.name,
    isActive: true,
    shipsInventory: true,
    fulfillsOnlineOrders: true,
    isFulfillmentService: false,
  };
}

export function presentFulfillmentEvent(event: FulfillmentEvent): object {
  return {
    __typename: 'FulfillmentEvent',
    id: gid('FulfillmentEvent', event.id),
    status: event.status,
    message: event.message,
    happenedAt: dateTime(event.happenedAt),
    createdAt: dateTime(event.createdAt),
    estimatedDeliveryAt: dateTime(event.estimatedDeliveryAt),
    address1: null,
    city: null,
    country: null,
    province: null,
    zip: null,
    latitude: null,
    longitude: null,
  };
}

export const supportedActions: Record<FulfillmentOrder['status'], string[]> = {
  OPEN: ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', 'SPLIT'],
  IN_PROGRESS: ['CREATE_FULFILLMENT', 'HOLD', 'MARK_AS_OPEN'],
  ON_HOLD: ['RELEASE_HOLD', 'HOLD', 'MOVE'],
  SCHEDULED: ['MARK_AS_OPEN', 'MOVE'],
  CLOSED: [],
  CANCELLED: [],
  INCOMPLETE: [],
};

export const holdReasons: Record<string, string> = {
  AWAITING_PAYMENT: 'Awaiting payment',
  AWAITING_RETURN_ITEMS: 'Awaiting return items',
  HIGH_RISK_OF_FRAUD: 'High risk of fraud',
  INCORRECT_ADDRESS: 'Incorrect address',
  INVENTORY_OUT_OF_STOCK: 'Inventory out of stock',
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL: 'Post-purchase cross-sell',
  UNKNOWN_DELIVERY_DATE: 'Unknown delivery date',
  OTHER: 'Other',
};
