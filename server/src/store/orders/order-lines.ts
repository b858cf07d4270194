import { addMoney, multiplyMoney } from '@courierdesk/contract/money';
import { isReturned, type HoldingShipment } from '../../shipments/record/find-shipments.ts';
import type { PlatformLine } from '../../adapters/platforms/platform.ts';

/** Quantity of a line that a courier can take now; 0 for gift cards and downloads. */
export const leftToShip = (line: PlatformLine): number =>
  line.requiresShipping ? Math.max(0, line.unfulfilledQuantity - (line.stoppedQuantity ?? 0)) : 0;

type OrderToSend = {
  readonly lines: readonly PlatformLine[];
  readonly to_ship: number;
  readonly total: string;
  readonly outstanding: string;
  readonly financial_status: string;
  readonly parcels_cod?: number;
};

/**
 * The order as if the store showed all that its parcels have: what is left can be sent in another parcel, and what came back
 * is left again. However much the store has open, no more than was ordered is in parcels together.
 */
export function withoutShipments<Order extends OrderToSend>(order: Order, holding: readonly HoldingShipment[]): Order {
  if (holding.length === 0) return order;
  const returned = quantitiesOf(holding.filter(isReturned));
  const sent = holding.filter((parcel) => !isReturned(parcel));
  const carried = quantitiesOf(sent);
  // The store takes a moment to show a new parcel. It never shows one that ended without.
  const notShown = quantitiesOf(sent.filter(({ isInStore, final }) => !isInStore && !final));
  const of = (quantities: ReadonlyMap<string, number>, line: PlatformLine): number => quantities.get(line.lineId) ?? 0;
  const lines = order.lines.map((line): PlatformLine => {
    if (!line.requiresShipping) return line;
    const left = Math.min(
      leftToShip(line) - of(notShown, line) + of(returned, line),
      line.currentQuantity - of(carried, line),
    );
    return { ...line, unfulfilledQuantity: Math.max(0, left) + (line.stoppedQuantity ?? 0) };
  });
  return {
    ...order,
    lines,
    to_ship: lines.reduce((sum, line) => sum + leftToShip(line), 0),
    parcels_cod: codNotInStore(order, sent),
    rest_of_parcels: lines.every(
      (line) => !line.requiresShipping || leftToShip(line) + of(carried, line) >= line.currentQuantity,
    ),
  };
}

/**
 * The COD of its parcels that the store still shows as open, in Rs. The store has received a parcel's COD when it has received
 * as much since the booking, without what counts for older parcels: what it had before is an advance. A later refund lowers
 * what it has, so the COD of a delivered parcel counts as received then.
 */
function codNotInStore(
  { total, outstanding, financial_status: payment }: OrderToSend,
  parcels: readonly HoldingShipment[],
): number {
  const { received, others } = withoutExactPayments(Number(total) - Number(outstanding), parcels);
  const isRefunded = payment === 'REFUNDED' || payment === 'PARTIALLY_REFUNDED';
  let counted = 0;
  let open = 0;
  for (const { status, paymentBefore, ...parcel } of others) {
    const cod = Number(parcel.cod);
    const before = Math.max(counted, Number(parcel.receivedBefore));
    const isReceived =
      Math.round(received - before) >= cod || (isRefunded && payment !== paymentBefore && status === 'DELIVERED');
    if (isReceived) counted = before + cod;
    else open += cod;
  }
  return open;
}

/**
 * What was received since the booking of a parcel is its COD, to the rupee: then that parcel was paid, and no older one. Leaves
 * out such parcels and what was received for them.
 */
function withoutExactPayments(
  received: number,
  parcels: readonly HoldingShipment[],
): { received: number; others: readonly HoldingShipment[] } {
  const paid = parcels.find(
    ({ cod, receivedBefore }) => Number(cod) > 0 && Math.round(received - Number(receivedBefore)) === Number(cod),
  );
  if (!paid) return { received, others: parcels };
  return withoutExactPayments(
    received - Number(paid.cod),
    parcels.filter((parcel) => parcel !== paid),
  );
}

function quantitiesOf(parcels: readonly HoldingShipment[]): ReadonlyMap<string, number> {
  const quantities = new Map<string, number>();
  for (const { lineId, quantity } of parcels.flatMap(({ lines }) => lines))
    quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
  return quantities;
}

/** The order has goods, sent or not: it is not only of gift cards and downloads, and not all of it was removed. */
export const hasItemsToShip = ({ lines }: { readonly lines: readonly PlatformLine[] }): boolean =>
  lines.some((line) => line.requiresShipping && line.currentQuantity > 0);

/** Some items are already fulfilled in the store. */
export const hasFulfilledItems = ({ lines }: { readonly lines: readonly PlatformLine[] }): boolean =>
  lines.some((line) => line.requiresShipping && line.unfulfilledQuantity < line.currentQuantity);

/** Something can be shipped, but not all of the order: a part was sent already, or waits in the store. */
export const isPartOfOrder = (lines: readonly PlatformLine[]): boolean =>
  lines.some((line) => leftToShip(line) > 0) &&
  lines.some((line) => line.requiresShipping && leftToShip(line) < line.currentQuantity);

/** What is left to ship. If that is nothing, all items: a returned parcel is sent again. */
export function itemsToShip(lines: readonly PlatformLine[]): { line: PlatformLine; quantity: number }[] {
  const left = lines.map((line) => ({ line, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
  if (left.length > 0) return left;
  return lines
    .filter((line) => line.requiresShipping && line.currentQuantity > 0)
    .map((line) => ({ line, quantity: line.currentQuantity }));
}

/** What the items that are left to ship cost after discounts, without shipping. */
export const valueToShip = (lines: readonly PlatformLine[]): string =>
  addMoney('0.00', ...lines.map((line) => multiplyMoney(line.discountedPrice ?? line.unitPrice, leftToShip(line))));

/** Another country than Pakistan. An address without a country counts as one in Pakistan. */
export const isAbroad = (country: string): boolean =>
  !['', 'pakistan', 'pk', 'pak'].includes(country.trim().toLowerCase());
