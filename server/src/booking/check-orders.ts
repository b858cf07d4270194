import { courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { mergeSums, type MergeSums } from '@courierdesk/contract/merging';
import { AppError, notFound } from '../errors.ts';
import type { OrderChange } from '../store-orders/order-version.ts';
import { changesSince, encodeShownOrder } from '../store-orders/shown-order.ts';
import { leftToShip, type StoreOrderRow } from '../store-orders/store-order-row.ts';
import type { BookingRequest } from './booking-request.ts';
import { orderOf, type OrderFacts } from './order-facts.ts';
import { isReturned, type HoldingShipment } from '../shipments/find-shipments.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';

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
  const wanted = selectedOrders(facts, request);
  const returned = checkHolders(facts, wanted, request);
  const fresh = freshOrders(facts, wanted);
  const asked = request.fields.line_items?.map((line): [string, number] => [line.line_id, line.quantity]);
  const orders = fresh.map(({ order }): CheckedOrder => {
    if (order.cancelled_at) throw cancelledInStore(order);
    const again = returned.has(order.id) ? facts.returnedLines.get(order.id) : undefined;
    const lines = again ?? linesToShip(order, asked && new Map(asked));
    if (lines.length === 0)
      throw new AppError(
        'order-already-fulfilled',
        fresh.length > 1
          ? `${order.name}: Order is already fulfilled on Shopify.`
          : 'Order is already fulfilled on Shopify.',
        { detail: named(order) },
      );
    return { order, lines };
  });
  const sums = request.shownSums && sumsOf(orders, freeShippingValue);
  if (!request.fields.confirm_changes) checkNothingChanged(fresh, request, sums);
  return {
    orders,
    storeUnreachable: !facts.reachable,
    returnedShipmentIds: [...new Set(returned.values())],
    calculatedCod: sums?.cod,
  };
}

const named = (order: Pick<StoreOrderRow, 'id' | 'name'>): { order_id: string; order_name: string } => ({
  order_id: order.id,
  order_name: order.name,
});

type Wanted = { readonly known: StoreOrderRow; readonly version: string };

/** The orders of the request, each once. */
function selectedOrders(facts: OrderFacts, { orders }: BookingRequest): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { ref, version } of orders) {
    const known = orderOf(facts, ref, orders.length > 1);
    if (!wanted.has(known.id)) wanted.set(known.id, { known, version });
  }
  return [...wanted.values()];
}

/**
 * Refuses orders that another shipment holds. A returned shipment releases its order if the person confirmed that; returns
 * those shipments by store order.
 */
function checkHolders(
  { holders, toVoid }: OrderFacts,
  wanted: readonly Wanted[],
  { fields }: BookingRequest,
): Map<string, string> {
  const returned = new Map<string, string>();
  for (const { known } of wanted) {
    const cancelled = toVoid.get(known.id);
    if (cancelled && !fields.confirm_voided)
      throw new AppError(
        'order-not-voided',
        `M&P still holds ${cancelled.tracking_number} for ${wanted.length > 1 ? known.name : 'this order'}. Void it in the M&P portal, confirm that here, then book again.`,
        { detail: { ...named(known), tracking_number: cancelled.tracking_number } },
      );
    const holder = holders.get(known.id);
    if (!holder) continue;
    if (!isReturned(holder) || !fields.confirm_returned) throw alreadyBooked(known, holder, isReturned(holder));
    returned.set(known.id, holder.id);
  }
  return returned;
}

export function alreadyBooked(
  order: Pick<StoreOrderRow, 'id' | 'name'>,
  holder: HoldingShipment,
  returned = false,
): AppError {
  const courier = courierName(holder.company);
  const msg = returned
    ? `${order.name} came back with ${courier} ${holder.tracking_number ?? ''}. Confirm that you send it again.`
    : holder.tracking_number
      ? `${order.name} is already booked with ${courier}: ${holder.tracking_number}.`
      : `${order.name} is being booked with ${courier} right now.`;
  return new AppError('order-already-booked', msg, {
    detail: {
      ...named(order),
      shipment_id: holder.id,
      tracking_number: holder.tracking_number,
      booking_state: holder.booking_state,
      returned,
    },
  });
}

type Fresh = { readonly order: StoreOrderRow; readonly version: string };

function freshOrders({ fresh, gone }: OrderFacts, wanted: readonly Wanted[]): Fresh[] {
  return wanted.map(({ known, version }) => {
    if (gone.has(known.platform_order_id))
      throw notFound(wanted.length > 1 ? `${known.name} in the store` : 'This order in the store');
    return { order: fresh.get(known.platform_order_id) ?? known, version };
  });
}

/** The lines still to ship, limited to the quantities that the request names. */
export function linesToShip(order: StoreOrderRow, asked: ReadonlyMap<string, number> | undefined): ShipmentLine[] {
  return order.lines.flatMap((line) => {
    const left = leftToShip(line);
    const quantity = asked ? Math.min(left, asked.get(line.lineId) ?? 0) : left;
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

export const cancelledInStore = (order: StoreOrderRow): AppError =>
  new AppError('order-cancelled-in-store', `${order.name} was cancelled in the store. It was not booked.`, {
    detail: named(order),
  });

function checkNothingChanged(fresh: readonly Fresh[], request: BookingRequest, sums: MergeSums | undefined): void {
  const pairs = fresh.map(({ order, version }) => ({ order, seen: version }));
  const ofSums = sums ? changesOfSums(request.shownSums, sums) : [];
  if (ofSums.length > 0 || changesOf(pairs).length > 0) throw changedInStore(pairs, ofSums);
}

/** An order now, and the version that the person saw. */
type SeenPair = { readonly order: StoreOrderRow; readonly seen: string };

const changesOf = (pairs: readonly SeenPair[]): OrderChange[] =>
  pairs.flatMap(({ order, seen }) =>
    changesSince(seen, order).map((change) =>
      pairs.length > 1 ? { ...change, field: `${order.name}: ${change.field}` } : change,
    ),
  );

export function changedInStore(pairs: readonly SeenPair[], ofSums: readonly OrderChange[] = []): AppError {
  const versions = pairs.map(({ order }) => encodeShownOrder(order));
  const msg =
    pairs.length > 1
      ? 'These orders changed since you opened them. Nothing was booked yet.'
      : 'This order changed in the store since you opened it. Nothing was booked yet.';
  return new AppError('order-changed', msg, {
    detail: { changes: [...changesOf(pairs), ...ofSums], version: versions[0], versions },
  });
}

const sumName = {
  codWithoutShipping: 'COD without shipping',
  shippingPrice: 'Shipping of all orders',
  avgShipping: 'Shipping of this parcel',
} as const;

/** Sums that differ from the form: an order changed, or the shop's free-shipping value. */
function changesOfSums(shown: BookingRequest['shownSums'], now: MergeSums): OrderChange[] {
  return (['codWithoutShipping', 'shippingPrice', 'avgShipping'] as const).flatMap((name) => {
    const was = shown?.[name];
    if (was === undefined || was === now[name]) return [];
    return [{ field: sumName[name], was: formatRupees(was), now: formatRupees(now[name]) }];
  });
}
