import { isConfirmed } from '@courierdesk/contract/issues';
import { mergeSums, type MergeSums } from '@courierdesk/contract/merging';
import { notFound } from '../errors.ts';
import { isReturned } from '../shipments/find-shipments.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';
import { hasFulfilledItems, leftToShip } from '../store-orders/order-lines.ts';
import { issuesOfOrder, type StoreOrderRow } from '../store-orders/store-order-row.ts';
import type { BookingRequest } from './booking-request.ts';
import { refuseChanges, type OrderWithShown } from './order-changes.ts';
import {
  cancelNotInStore,
  orderAlreadyBooked,
  orderAlreadyFulfilled,
  orderCancelledInStore,
  orderNotConfirmed,
  orderNotVoided,
} from './order-errors.ts';
import { orderOf, type OrderFacts } from './order-facts.ts';

export type CheckedOrder = { readonly order: StoreOrderRow; readonly lines: readonly ShipmentLine[] };

export type CheckedOrders = {
  /** In the order of the request, each once. */
  readonly orders: readonly CheckedOrder[];
  /** The store did not respond, so our copy of the orders was used. */
  readonly storeUnreachable: boolean;
  /** Returned shipments that release their orders for this booking. */
  readonly returnedShipmentIds: readonly string[];
  /** The COD that the sums of a merge give, in whole rupees. */
  readonly calculatedCod: number | undefined;
};

/** Checks the store orders of a booking against the store. The error names the first order that cannot be booked. */
export function checkOrders(facts: OrderFacts, request: BookingRequest, freeShippingValue: number): CheckedOrders {
  const known = requestedOrders(facts, request);
  const isMerge = known.length > 1;
  const returned = checkHolders(facts, known, request);
  const current = known.map((one) => currentOrder(facts, one, isMerge));
  const quantities =
    request.fields.line_items && new Map(request.fields.line_items.map((line) => [line.line_id, line.quantity]));
  const orders = current.map(({ order }): CheckedOrder => {
    if (order.cancelled_at) throw orderCancelledInStore(order);
    const returnedLines = returned.has(order.id) ? facts.returnedLines.get(order.id) : undefined;
    if (!returnedLines && facts.pendingCancels.has(order.id) && hasFulfilledItems(order))
      throw cancelNotInStore(order, isMerge);
    const lines = returnedLines ?? linesToShip(order, quantities);
    if (lines.length === 0) throw orderAlreadyFulfilled(order, isMerge);
    return { order, lines };
  });
  const sums = request.shownSums && sumsOf(orders, freeShippingValue);
  if (!request.fields.confirm_changes) refuseChanges(current, request.shownSums, sums);
  for (const { order } of orders) {
    const open = issuesOfOrder(order).filter(
      (issue) => issue.level === 'warning' && !isConfirmed(issue, request.fields.confirmed),
    );
    if (open.length > 0 && !returned.has(order.id)) throw orderNotConfirmed(order, open, isMerge);
  }
  return {
    orders,
    storeUnreachable: !facts.reachable,
    returnedShipmentIds: [...new Set(returned.values())],
    calculatedCod: sums?.cod,
  };
}

/** Our copy of the requested orders, each once. */
function requestedOrders(facts: OrderFacts, { orders }: BookingRequest): OrderWithShown[] {
  const requested = new Map<string, OrderWithShown>();
  for (const { ref, version } of orders) {
    const order = orderOf(facts, ref, orders.length > 1);
    if (!requested.has(order.id)) requested.set(order.id, { order, shown: version });
  }
  return [...requested.values()];
}

/**
 * Refuses orders that another shipment holds. A returned shipment releases its order if the person confirmed that; returns
 * the ids of those shipments by store order.
 */
function checkHolders(
  { holders, toVoid }: OrderFacts,
  orders: readonly OrderWithShown[],
  { fields }: BookingRequest,
): Map<string, string> {
  const returned = new Map<string, string>();
  for (const { order } of orders) {
    const cancelled = toVoid.get(order.id);
    if (cancelled && !fields.confirm_voided) throw orderNotVoided(order, cancelled, orders.length > 1);
    const holder = holders.get(order.id);
    if (!holder) continue;
    if (!isReturned(holder) || !fields.confirm_returned) throw orderAlreadyBooked(order, holder, isReturned(holder));
    returned.set(order.id, holder.id);
  }
  return returned;
}

/** The order in the store now, or our copy if the store did not respond. */
function currentOrder({ fresh, gone }: OrderFacts, { order, shown }: OrderWithShown, isMerge: boolean): OrderWithShown {
  if (gone.has(order.platform_order_id))
    throw notFound(isMerge ? `${order.name} in the store` : 'This order in the store');
  return { order: fresh.get(order.platform_order_id) ?? order, shown };
}

/** The lines still to ship, limited to the given quantities by line id. */
export function linesToShip(order: StoreOrderRow, quantities: ReadonlyMap<string, number> | undefined): ShipmentLine[] {
  return order.lines.flatMap((line) => {
    const left = leftToShip(line);
    const quantity = quantities ? Math.min(left, quantities.get(line.lineId) ?? 0) : left;
    if (quantity < 1) return [];
    const { lineId, title, variantTitle, sku, unitPrice, imageUrl } = line;
    return [{ lineId, quantity, title, variantTitle, sku, unitPrice, imageUrl }];
  });
}

function sumsOf(orders: readonly CheckedOrder[], freeShippingValue: number): MergeSums {
  const amounts = orders.map(({ order: { total, outstanding, shipping_price } }) => ({
    total,
    outstanding,
    shipping: shipping_price,
  }));
  return mergeSums(amounts, freeShippingValue);
}
