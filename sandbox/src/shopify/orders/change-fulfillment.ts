import { newId } from '../protocol/ids.ts';
import type { TrackingInput } from './create-fulfillment.ts';
import { trackingOf } from './create-fulfillment.ts';
import type { Fulfillment, FulfillmentEvent, FulfillmentOrder, StoredOrder } from '../platform/order.ts';
import { commitOrder } from './commit-order.ts';
import type { Shopify } from '../platform/shopify.ts';

/**
 * The old fulfillment order stays closed and shows its quantity as remaining again; a new one with new ids
 * opens. Cancelling twice succeeds and changes nothing.
 */
export function cancelFulfillment(
  shopify: Shopify,
  order: StoredOrder,
  fulfillment: Fulfillment,
  byApp: boolean,
): void {
  if (fulfillment.status === 'CANCELLED') return;
  const now = shopify.context.now().toISOString();
  fulfillment.status = 'CANCELLED';
  fulfillment.displayStatus = 'CANCELED';
  fulfillment.updatedAt = now;
  const returned = new Map(fulfillment.lines.map((line) => [line.lineId, line.quantity]));
  for (const id of fulfillment.fulfillmentOrderIds) {
    const old = order.fulfillmentOrders.find((entry) => entry.id === id);
    if (old) reopenQuantities(shopify, order, old, returned, now);
  }
  commitOrder(shopify, order, {
    fulfillment: { topic: 'fulfillments/update', fulfillment },
    timeline: `${byApp ? 'Courierdesk' : 'The store'} cancelled fulfillment ${fulfillment.name}`,
  });
}

function reopenQuantities(
  shopify: Shopify,
  order: StoredOrder,
  old: FulfillmentOrder,
  returned: Map<number, number>,
  now: string,
): void {
  const wasClosed = old.status === 'CLOSED';
  const lines: FulfillmentOrder['lines'] = [];
  for (const line of old.lines) {
    const quantity = Math.min(returned.get(line.lineId) ?? 0, line.total - line.remaining);
    if (quantity === 0) continue;
    line.remaining += quantity;
    returned.set(line.lineId, (returned.get(line.lineId) ?? 0) - quantity);
    lines.push({ id: newId(shopify.context), lineId: line.lineId, total: quantity, remaining: quantity });
  }
  old.updatedAt = now;
  if (!wasClosed) {
    if (old.lines.every((line) => line.remaining === line.total)) old.status = 'OPEN';
    return;
  }
  if (lines.length === 0 || order.cancelledAt) return;
  order.fulfillmentOrders.push({
    id: newId(shopify.context),
    status: 'OPEN',
    requestStatus: 'UNSUBMITTED',
    fulfillAt: old.fulfillAt,
    holds: [],
    locationId: old.locationId,
    createdAt: now,
    updatedAt: now,
    lines,
  });
}

export function changeTracking(
  shopify: Shopify,
  order: StoredOrder,
  fulfillment: Fulfillment,
  tracking: TrackingInput,
  notify: boolean,
): void {
  fulfillment.tracking = trackingOf(tracking);
  fulfillment.updatedAt = shopify.context.now().toISOString();
  if (notify) fulfillment.notified = true;
  const numbers = fulfillment.tracking.flatMap(({ number }) => number ?? []).join(', ');
  commitOrder(shopify, order, {
    fulfillment: { topic: 'fulfillments/update', fulfillment },
    timeline: `Tracking of ${fulfillment.name} is now ${numbers || 'empty'}`,
  });
}

export type FulfillmentEventInput = {
  status: string;
  message?: string | null;
  happenedAt?: string | null;
  estimatedDeliveryAt?: string | null;
};

export function addFulfillmentEvent(
  shopify: Shopify,
  order: StoredOrder,
  fulfillment: Fulfillment,
  input: FulfillmentEventInput,
): FulfillmentEvent {
  const now = shopify.context.now().toISOString();
  const event: FulfillmentEvent = {
    id: newId(shopify.context),
    status: input.status,
    message: input.message ?? null,
    happenedAt: input.happenedAt ?? now,
    createdAt: now,
    estimatedDeliveryAt: input.estimatedDeliveryAt ?? null,
  };
  fulfillment.events.push(event);
  fulfillment.updatedAt = now;
  if (event.estimatedDeliveryAt) fulfillment.estimatedDeliveryAt = event.estimatedDeliveryAt;
  if (event.status === 'IN_TRANSIT') fulfillment.inTransitAt ??= event.happenedAt;
  if (event.status === 'DELIVERED') fulfillment.deliveredAt = event.happenedAt;
  if (fulfillment.status === 'SUCCESS') fulfillment.displayStatus = event.status;
  commitOrder(shopify, order, {
    fulfillment: { topic: 'fulfillments/update', fulfillment },
    timeline: `${fulfillment.name}: ${event.status.toLowerCase().replaceAll('_', ' ')}`,
  });
  return event;
}
