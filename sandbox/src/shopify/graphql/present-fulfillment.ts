import { gid } from '../gid.ts';
import type { Fulfillment, FulfillmentEvent, FulfillmentOrder, StoredOrder } from '../order.ts';
import { statusOf } from '../order.ts';
import type { PageArguments } from './connection.ts';
import { connectionOf } from './connection.ts';
import { dateTime } from './date-time.ts';
import { presentAddress, presentLine, presentOrder } from './present-order.ts';
import type { View } from './view.ts';

export function presentFulfillmentOrder(view: View, order: StoredOrder, entry: FulfillmentOrder): object {
  const status = statusOf(entry, view.now);
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', entry.id),
    status,
    requestStatus: entry.requestStatus,
    createdAt: dateTime(entry.createdAt),
    updatedAt: dateTime(entry.updatedAt),
    fulfillAt: dateTime(entry.fulfillAt ?? entry.createdAt),
    fulfillBy: null,
    supportedActions: ACTIONS[status].map((action) => ({ action, externalUrl: null })),
    fulfillmentHolds: entry.holds.map((hold) => ({
      __typename: 'FulfillmentHold',
      id: gid('FulfillmentHold', hold.id),
      handle: null,
      reason: hold.reason,
      reasonNotes: hold.notes,
      displayReason: HOLD_REASONS[hold.reason] ?? 'Other',
      heldByApp: null,
      heldByRequestingApp: hold.byApp,
    })),
    deliveryMethod: {
      __typename: 'DeliveryMethod',
      id: gid('DeliveryMethod', entry.id),
      methodType: 'SHIPPING',
      presentedName: order.shipping[0]?.title ?? null,
      serviceCode: order.shipping[0]?.code ?? null,
    },
    destination: () =>
      view.shop.settings.customerDataApproved && order.shippingAddress
        ? { ...presentAddress(entry.id, order.shippingAddress), __typename: 'FulfillmentOrderDestination' }
        : null,
    assignedLocation: () => presentAssignedLocation(view, entry.locationId),
    order: () => presentOrder(view, order),
    orderId: gid('Order', order.id),
    orderName: order.name,
    orderProcessedAt: dateTime(order.processedAt),
    lineItems: (args: PageArguments) =>
      connectionOf(entry.lines, args, view, (line) => presentFulfillmentOrderLine(view, order, line)),
    fulfillments: (args: PageArguments) =>
      connectionOf(
        order.fulfillments.filter((fulfillment) => fulfillment.fulfillmentOrderIds.includes(entry.id)),
        args,
        view,
        (fulfillment) => presentFulfillment(view, order, fulfillment),
      ),
  };
}

function presentFulfillmentOrderLine(view: View, order: StoredOrder, entry: FulfillmentOrder['lines'][number]): object {
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

function presentAssignedLocation(view: View, locationId: number): object {
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

export function presentFulfillment(view: View, order: StoredOrder, entry: Fulfillment): object {
  const location = view.shop.locations.find((candidate) => candidate.id === entry.locationId);
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', entry.id),
    legacyResourceId: String(entry.id),
    name: entry.name,
    status: entry.status,
    displayStatus: entry.displayStatus,
    createdAt: dateTime(entry.createdAt),
    updatedAt: dateTime(entry.updatedAt),
    inTransitAt: dateTime(entry.inTransitAt),
    deliveredAt: dateTime(entry.deliveredAt),
    estimatedDeliveryAt: dateTime(entry.estimatedDeliveryAt),
    requiresShipping: true,
    totalQuantity: entry.lines.reduce((sum, line) => sum + line.quantity, 0),
    location: location ? presentLocation(location) : null,
    order: () => presentOrder(view, order),
    trackingInfo: (args: { first?: number | null }) => entry.tracking.slice(0, args.first ?? undefined),
    fulfillmentLineItems: (args: PageArguments) =>
      connectionOf(entry.lines, args, view, (line) => {
        const item = order.lines.find((candidate) => candidate.id === line.lineId);
        return {
          __typename: 'FulfillmentLineItem',
          id: gid('FulfillmentLineItem', line.id),
          quantity: line.quantity,
          lineItem: () => (item ? presentLine(view, order, item) : null),
        };
      }),
    fulfillmentOrders: (args: PageArguments) =>
      connectionOf(
        order.fulfillmentOrders.filter((candidate) => entry.fulfillmentOrderIds.includes(candidate.id)),
        args,
        view,
        (candidate) => presentFulfillmentOrder(view, order, candidate),
      ),
    events: (args: PageArguments) => connectionOf(entry.events, args, view, presentFulfillmentEvent),
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

const ACTIONS: Record<FulfillmentOrder['status'], string[]> = {
  OPEN: ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', 'SPLIT'],
  IN_PROGRESS: ['CREATE_FULFILLMENT', 'HOLD', 'MARK_AS_OPEN'],
  ON_HOLD: ['RELEASE_HOLD', 'HOLD', 'MOVE'],
  SCHEDULED: ['MARK_AS_OPEN', 'MOVE'],
  CLOSED: [],
  CANCELLED: [],
  INCOMPLETE: [],
};

const HOLD_REASONS: Record<string, string> = {
  AWAITING_PAYMENT: 'Awaiting payment',
  AWAITING_RETURN_ITEMS: 'Awaiting return items',
  HIGH_RISK_OF_FRAUD: 'High risk of fraud',
  INCORRECT_ADDRESS: 'Incorrect address',
  INVENTORY_OUT_OF_STOCK: 'Inventory out of stock',
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL: 'Post-purchase cross-sell',
  UNKNOWN_DELIVERY_DATE: 'Unknown delivery date',
  OTHER: 'Other',
};
