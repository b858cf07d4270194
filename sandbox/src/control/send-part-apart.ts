import type * as z from 'zod';
import { commitOrder } from '../shopify/orders/commit-order.ts';
import type { FulfillmentOrder, StoredOrder } from '../shopify/platform/order.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import { newId } from '../shopify/protocol/ids.ts';
import type { OrderChange } from './inputs.ts';

type Part = NonNullable<z.output<typeof OrderChange>['part']>;

/** Moves lines to fulfillment orders of their own, as a store does, and sets how those are sent. */
export function sendPartApart(shopify: Shopify, order: StoredOrder, part: Part): void {
  const places = part.lines ?? order.lines.map((_, place) => place);
  const ids = new Set(places.flatMap((place) => order.lines[place]?.id ?? []));
  for (const entry of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
    const apart = entry.lines.filter(({ lineId }) => ids.has(lineId));
    if (apart.length === 0) continue;
    if (apart.length === entry.lines.length) {
      setPart(shopify, entry, part);
      continue;
    }
    entry.lines = entry.lines.filter((line) => !apart.includes(line));
    const moved: FulfillmentOrder = { ...entry, id: newId(shopify.context), holds: [], lines: apart };
    order.fulfillmentOrders.push(moved);
    setPart(shopify, moved, part);
  }
  commitOrder(shopify, order, { timeline: 'A part of the order is sent in another way' });
}

function setPart(shopify: Shopify, entry: FulfillmentOrder, part: Part): void {
  if (part.deliveryMethod) entry.deliveryMethod = part.deliveryMethod;
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
