import { isConfirmed, type Confirmation } from '@courierdesk/contract/issues';
import { mergeSums, type MergeSums } from '@courierdesk/contract/merging';
import { isReturned, noShipments, type ShipmentsOfOrder } from '../../shipments/record/find-shipments.ts';
import { judgeShipments } from '../../shipments/record/judge-shipments.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { hasFulfilledItems, hasItemsToShip, leftToShip, withoutShipments } from '../../store/orders/order-lines.ts';
import { amountsToCollect, issuesOfOrder, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { BookingRequest } from './booking-request.ts';
import { refuseChanges, type OrderWithShown } from './order-changes.ts';
import {
  cancelNotInStore,
  chosenItemsNotLeft,
  orderAlreadyBooked,
  orderAlreadyFulfilled,
  orderCameBack,
  orderCancelledInStore,
  orderDeletedInStore,
  orderHasNothingToShip,
  orderNotConfirmed,
  orderNotVoided,
} from './order-errors.ts';
import { orderOf, type OrderFacts } from './order-facts.ts';

type CheckedOrder = {
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  /** The order's parcels when its lines were chosen. */
  readonly parcels: ShipmentsOfOrder;
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
  const { confirmed, line_items: lineItems } = request.fields;
  for (const { order } of known) refuseUndecidedParcels(facts, order, confirmed, isMerge);
  const current = known.map((one) => currentOrder(facts, one));
  const quantities = lineItems && new Map(lineItems.map((line) => [line.line_id, line.quantity]));
  const orders = current.map(({ order }): CheckedOrder => {
    const parcels = facts.parcels.get(order.id) ?? noShipments;
    const lines = linesToShip(order, quantities);
    const othersAreLeft = lines.length === 0 && linesToShip(order, undefined).length > 0;
    const holder = parcels.holding.find(
      (parcel) => !othersAreLeft || parcel.lines.some(({ lineId }) => quantities?.has(lineId)),
    );
    if (lines.length === 0 && holder) throw orderAlreadyBooked(order, holder);
    if (order.cancelled_at) throw orderCancelledInStore(order);
    if (facts.pendingCancels.has(order.id) && hasFulfilledItems(order)) throw cancelNotInStore(order, isMerge);
    if (othersAreLeft) {
      refuseChanges(current, undefined, undefined);
      throw chosenItemsNotLeft(order);
    }
    if (lines.length === 0)
      throw hasItemsToShip(order) ? orderAlreadyFulfilled(order, isMerge) : orderHasNothingToShip(order);
    return { order, lines, parcels };
  });
  const sums = request.shownSums && sumsOf(orders, freeShippingValue);
  refuseChanges(current, request.shownSums, sums);
  for (const { order, parcels } of orders) {
    const issues = [
      ...judgeShipments({ left: order.to_ship, holding: parcels.holding, toStop: undefined }),
      ...issuesOfOrder(order, facts.hiddenBefore),
    ];
    const open = issues.filter((issue) => issue.level === 'warning' && !isConfirmed(issue, confirmed));
    if (open.length > 0) throw orderNotConfirmed(order, open, isMerge);
  }
  return {
    orders,
    storeUnreachable: !facts.reachable,
    returnedShipmentIds: [
      ...new Set(orders.flatMap(({ parcels }) => parcels.holding.filter(isReturned).map(({ id }) => id))),
    ],
    calculatedCod: sums?.cod,
  };
}

/** Refuses an order of which a parcel came back, or is still with the courier after its cancellation, until a person decides. */
function refuseUndecidedParcels(
  { parcels, toVoid }: OrderFacts,
  order: StoreOrderRow,
  confirmed: readonly Confirmation[],
  isMerge: boolean,
): void {
  const { holding } = parcels.get(order.id) ?? noShipments;
  const toStop = toVoid.get(order.id);
  const open = judgeShipments({ left: 0, holding, toStop }).filter((issue) => !isConfirmed(issue, confirmed));
  const returned = holding.find(isReturned);
  for (const issue of open) {
    if (issue.code === 'not-voided' && toStop) throw orderNotVoided(order, toStop, issue, isMerge);
    if (issue.code === 'came-back' && returned) throw orderCameBack(order, returned, issue);
  }
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

/** The order in the store now, or our copy if the store did not respond, without what its parcels have. */
function currentOrder({ fresh, gone, parcels }: OrderFacts, { order, shown }: OrderWithShown): OrderWithShown {
  if (gone.has(order.platform_order_id)) throw orderDeletedInStore(order);
  const now = fresh.get(order.platform_order_id) ?? order;
  return { order: withoutShipments(now, (parcels.get(order.id) ?? noShipments).holding), shown };
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

const sumsOf = (orders: readonly CheckedOrder[], freeShippingValue: number): MergeSums =>
  mergeSums(
    orders.map(({ order }) => amountsToCollect(order)),
    freeShippingValue,
  );
