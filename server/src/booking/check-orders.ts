import { isConfirmed } from '@courierdesk/contract/issues';
import { mergeSums, type MergeSums } from '@courierdesk/contract/merging';
import { notFound } from '../errors.ts';
import { isReturned, noParcels, type ParcelsOfOrder } from '../shipments/find-shipments.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';
import { hasFulfilledItems, leftToShip, withoutParcels } from '../store-orders/order-lines.ts';
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

export type CheckedOrder = {
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  /** The order's parcels when its lines were chosen. */
  readonly parcels: ParcelsOfOrder;
};

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
  const returned = checkParcels(facts, known, request);
  const current = known.map((one) => currentOrder(facts, one, isMerge));
  const quantities =
    request.fields.line_items && new Map(request.fields.line_items.map((line) => [line.line_id, line.quantity]));
  const orders = current.map(({ order }): CheckedOrder => {
    const parcels = facts.parcels.get(order.id) ?? noParcels;
    const [holder] = parcels.holding;
    const returnedLines = parcels.holding.filter(isReturned).flatMap((parcel) => parcel.lines);
    const lines = sumOfLines([...returnedLines, ...linesToShip(order, quantities)]);
    if (lines.length === 0 && holder) throw orderAlreadyBooked(order, holder);
    if (order.cancelled_at) throw orderCancelledInStore(order);
    if (returnedLines.length === 0 && facts.pendingCancels.has(order.id) && hasFulfilledItems(order))
      throw cancelNotInStore(order, isMerge);
    if (lines.length === 0) throw orderAlreadyFulfilled(order, isMerge);
    return { order, lines, parcels };
  });
  const sums = request.shownSums && sumsOf(orders, freeShippingValue);
  if (!request.fields.confirm_changes) refuseChanges(current, request.shownSums, sums);
  for (const { order, parcels } of orders) {
    if (parcels.holding.some(isReturned)) continue;
    const open = issuesOfOrder(order, parcels.holding).filter(
      (issue) => issue.level === 'warning' && !isConfirmed(issue, request.fields.confirmed),
    );
    if (open.length > 0) throw orderNotConfirmed(order, open, isMerge);
  }
  return {
    orders,
    storeUnreachable: !facts.reachable,
    returnedShipmentIds: [...new Set(returned)],
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

/** Refuses orders of which a cancelled or returned parcel is not decided. Returns the returned shipments that release theirs. */
function checkParcels(
  { parcels, toVoid }: OrderFacts,
  orders: readonly OrderWithShown[],
  { fields }: BookingRequest,
): string[] {
  return orders.flatMap(({ order }) => {
    const cancelled = toVoid.get(order.id);
    if (cancelled && !fields.confirm_voided) throw orderNotVoided(order, cancelled, orders.length > 1);
    const returned = (parcels.get(order.id) ?? noParcels).holding.filter(isReturned);
    if (returned[0] && !fields.confirm_returned) throw orderAlreadyBooked(order, returned[0], true);
    return returned.map(({ id }) => id);
  });
}

/** The order in the store now, or our copy if the store did not respond, without what its parcels have. */
function currentOrder(
  { fresh, gone, parcels }: OrderFacts,
  { order, shown }: OrderWithShown,
  isMerge: boolean,
): OrderWithShown {
  if (gone.has(order.platform_order_id))
    throw notFound(isMerge ? `${order.name} in the store` : 'This order in the store');
  const now = fresh.get(order.platform_order_id) ?? order;
  return { order: withoutParcels(now, (parcels.get(order.id) ?? noParcels).holding), shown };
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

/** Each line once: of one line, a part may have come back and another part be left. */
function sumOfLines(lines: readonly ShipmentLine[]): ShipmentLine[] {
  const sums = new Map<string, ShipmentLine>();
  for (const line of lines)
    sums.set(line.lineId, { ...line, quantity: line.quantity + (sums.get(line.lineId)?.quantity ?? 0) });
  return [...sums.values()];
}

function sumsOf(orders: readonly CheckedOrder[], freeShippingValue: number): MergeSums {
  const amounts = orders.map(({ order: { total, outstanding, shipping_price } }) => ({
    total,
    outstanding,
    shipping: shipping_price,
  }));
  return mergeSums(amounts, freeShippingValue);
}
