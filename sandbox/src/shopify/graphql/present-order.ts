import { gid } from '../protocol/ids.ts';
import { moneyBag } from '../protocol/money.ts';
import type { Fulfillment, FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import {
  currentWeightOf,
  discountedTotalOf,
  financialStatusOf,
  fulfilledQuantities,
  fulfillmentStatusOf,
  isFulfillable,
  statusOf,
  totalsOf,
} from '../platform/order.ts';
import { canMarkAsPaid, isCapturable } from '../orders/change-order.ts';
import { dateTime } from '../protocol/date-time.ts';
import type { PageArguments } from './connection.ts';
import { connectionOf, lazy } from './connection.ts';
import {
  holdReasons,
  supportedActions,
  presentAssignedLocation,
  presentFulfillmentEvent,
  presentFulfillmentOrderLine,
  presentLocation,
} from './fulfillment-parts.ts';
import { presentAddress, presentCustomer } from './present-customer.ts';
import { presentLine, presentShippingLine } from './present-line.ts';
import type { View } from './graphql-context.ts';

/** Names and addresses come back as null without the approval for protected customer data. */
export function presentOrder(view: View, order: StoredOrder): object {
  const open = view.shop.settings.customerDataApproved;
  const totals = lazy(() => totalsOf(order));
  const money = (paisa: number) => moneyBag(paisa, order.currency);
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    createdAt: dateTime(order.createdAt),
    updatedAt: dateTime(order.updatedAt),
    processedAt: dateTime(order.processedAt),
    closed: order.closedAt !== null,
    closedAt: dateTime(order.closedAt),
    cancelledAt: dateTime(order.cancelledAt),
    cancelReason: order.cancelReason,
    confirmed: true,
    test: order.test,
    tags: order.tags,
    note: order.note,
    email: open ? order.email : null,
    phone: open ? order.phone : null,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.currency,
    displayFinancialStatus: () => financialStatusOf(order),
    displayFulfillmentStatus: () => fulfillmentStatusOf(order, view.now),
    fulfillable: () => isFulfillable(order, view.now),
    requiresShipping: () => order.lines.some((line) => line.requiresShipping),
    canMarkAsPaid: () => canMarkAsPaid(order),
    capturable: () => isCapturable(order),
    fullyPaid: () => totals().outstanding === 0,
    unpaid: () => order.received === 0 && totals().outstanding > 0,
    paymentGatewayNames: order.gateways,
    discountCode: order.discountCodes[0] ?? null,
    discountCodes: order.discountCodes,
    subtotalPriceSet: () => money(totals().subtotal),
    currentSubtotalPriceSet: () => money(order.lines.reduce((sum, line) => sum + discountedTotalOf(line), 0)),
    totalShippingPriceSet: () => money(totals().shipping),
    currentShippingPriceSet: () => money(totals().currentShipping),
    totalDiscountsSet: () => money(totals().discounts),
    taxesIncluded: order.taxRate === undefined,
    totalTaxSet: () => money(totals().tax),
    totalPriceSet: () => money(totals().total),
    originalTotalPriceSet: () => money(totals().total),
    currentTotalPriceSet: () => money(totals().currentTotal),
    totalOutstandingSet: () => money(totals().outstanding),
    currentTotalWeight: () => String(currentWeightOf(order)),
    totalReceivedSet: () => money(order.received),
    totalRefundedSet: () => money(order.refunded),
    customAttributes: order.attributes,
    customer: () => (open && order.customer ? presentCustomer(order) : null),
    shippingAddress: () => (open ? presentAddress(order.id, order.shippingAddress) : null),
    billingAddress: () => (open ? presentAddress(order.id, order.billingAddress) : null),
    shippingLine: () => {
      const line = order.shipping[0];
      return line ? presentShippingLine(order, line) : null;
    },
    shippingLines: (args: PageArguments) =>
      connectionOf(order.shipping, args, view, (line) => presentShippingLine(order, line)),
    lineItems: (args: PageArguments) => {
      const fulfilled = fulfilledQuantities(order);
      return connectionOf(order.lines, args, view, (line) => presentLine(view, order, line, fulfilled));
    },
    fulfillmentOrders: (args: PageArguments & { query?: string | null }) =>
      connectionOf(order.fulfillmentOrders, args, view, (entry) => presentFulfillmentOrder(view, order, entry)),
    fulfillmentsCount: { count: order.fulfillments.length, precision: 'EXACT' },
    fulfillments: (args: { first?: number | null }) =>
      order.fulfillments.slice(0, args.first ?? undefined).map((entry) => presentFulfillment(view, order, entry)),
  };
}

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
    supportedActions: supportedActions[status].map((action) => ({ action, externalUrl: null })),
    fulfillmentHolds: entry.holds.map((hold) => ({
      __typename: 'FulfillmentHold',
      id: gid('FulfillmentHold', hold.id),
      handle: null,
      reason: hold.reason,
      reasonNotes: hold.notes,
      displayReason: holdReasons[hold.reason] ?? 'Other',
      heldByApp: null,
      heldByRequestingApp: hold.byApp,
    })),
    deliveryMethod: {
      __typename: 'DeliveryMethod',
      id: gid('DeliveryMethod', entry.id),
      methodType: entry.deliveryMethod ?? 'SHIPPING',
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
