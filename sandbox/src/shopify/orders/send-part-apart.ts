import type { DeliveryMethod, FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import type { Shopify } from '../platform/shopify.ts';
import { newId } from '../protocol/ids.ts';
import { commitOrder } from './commit-order.ts';

type Part = {
  /** Places of the lines in the order; all when absent. */
  readonly lines?: readonly number[] | undefined;
  readonly hold?: string | undefined;
  readonly fulfillAt?: string | undefined;
  readonly requestStatus?: FulfillmentOrder['requestStatus'] | undefined;
  readonly deliveryMethod?: DeliveryMethod | undefined;
  /** Place of the location in the store, from which the part is sent. */
  readonly location?: number | undefined;
};

/** Moves lines to fulfillment orders of their own, as a store does, and sets how those are sent. */
export function sendPartApart(shopify: Shopify, order: StoredOrder, part: Part): void {
  const places = part.lines ?? order.lines.map((_, place) => place);
  const ids = new Set(places.flatMap((place) => order.lines[place]?.id ?? []));
  for (const entry of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
    const apart = entry.lines.filter(({ lineId }) => ids.has(lineId));
    if (apart.length === 0) continue;
    if (apart.length === entry.lines.length) {
      setPart(shopify, order, entry, part);
      continue;
    }
    entry.lines = entry.lines.filter((line) => !apart.includes(line));
    const moved: FulfillmentOrder = { ...entry, id: newId(shopify.context), holds: [], lines: apart };
    order.fulfillmentOrders.push(moved);
    setPart(shopify, order, moved, part);
  }
  commitOrder(shopify, order, { timeline: 'A part of the order is sent in another way' });
}

function setPart(shopify: Shopify, order: StoredOrder, entry: FulfillmentOrder, part: Part): void {
  if (part.deliveryMethod) entry.deliveryMethod = part.deliveryMethod;
  const location = shopify.shops.get(order.shop)?.locations[part.location ?? -1];
  if (location) entry.locationId = location.id;
  if (part.requestStatus) entry.requestStatus = part.requestStatus;
  if (part.hold) {
    entry.status = 'ON_HOLD';
    entry.holds = [{ id: newId(shopify.context), reason: part.hold, notes: null, byApp: false }];
  }
  if (part.fulfillAt) {
    entry.status = 'SCHEDULED';
    entry.fulfillAt = part.fulfillAt;
  }
}
