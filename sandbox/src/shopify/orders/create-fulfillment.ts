import { newId, parseGid } from '../protocol/ids.ts';
import type { Fulfillment, FulfillmentOrder, StoredOrder, Tracking } from '../platform/order.ts';
import { fulfillmentStatusOf, statusOf } from '../platform/order.ts';
import { commitOrder } from './commit-order.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { UserError } from '../protocol/user-error.ts';
import { userError } from '../protocol/user-error.ts';

export type TrackingInput = {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
};

export type FulfillmentInput = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  trackingInfo?: TrackingInput | null;
  notifyCustomer?: boolean | null;
};

type FulfillmentResult = {
  fulfillment: { order: StoredOrder; fulfillment: Fulfillment } | null;
  userErrors: UserError[];
};

type Group = {
  order: StoredOrder;
  fulfillmentOrder: FulfillmentOrder;
  quantities: Map<number, number>;
};

/** Rules and error texts: docs/contracts/shopify.md, "Fulfilments". Nothing is created when any group fails. */
export function createFulfillment(
  shopify: Shopify,
  input: FulfillmentInput,
  isVisible: (order: StoredOrder) => boolean,
  by: { app: boolean; message?: string | null },
): FulfillmentResult {
  const groups: Group[] = [];
  for (const [index, entry] of input.lineItemsByFulfillmentOrder.entries()) {
    const group = groupFor(shopify, entry, index, isVisible);
    if ('userErrors' in group) return { fulfillment: null, ...group };
    groups.push(group);
  }
  const refusal = refusalOf(groups);
  if (refusal) return { fulfillment: null, ...refusal };
  const order = groups[0]?.order;
  if (!order) return { fulfillment: null, ...userError(['fulfillment'], 'Fulfillment order does not exist.') };

  const now = shopify.context.now();
  const fulfillment: Fulfillment = {
    id: newId(shopify.context),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    status: 'SUCCESS',
    displayStatus: 'FULFILLED',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    tracking: trackingOf(input.trackingInfo),
    lines: groups.flatMap((group) => takeLines(shopify, group)),
    fulfillmentOrderIds: groups.map((group) => group.fulfillmentOrder.id),
    locationId: groups[0]?.fulfillmentOrder.locationId ?? 0,
    inTransitAt: null,
    deliveredAt: null,
    estimatedDeliveryAt: null,
    events: [],
    notified: input.notifyCustomer ?? false,
    byApp: by.app,
  };
  order.fulfillments.push(fulfillment);
  const whole = fulfillmentStatusOf(order, now) === 'FULFILLED';
  commitOrder(shopify, order, {
    topics: [whole ? 'orders/fulfilled' : 'orders/partially_fulfilled'],
    fulfillment: { topic: 'fulfillments/create', fulfillment },
    timeline: timelineOf(fulfillment, by),
  });
  return { fulfillment: { order, fulfillment }, userErrors: [] };
}

function groupFor(
  shopify: Shopify,
  entry: FulfillmentInput['lineItemsByFulfillmentOrder'][number],
  index: number,
  isVisible: (order: StoredOrder) => boolean,
): Group | { userErrors: UserError[] } {
  const parsed = parseGid(entry.fulfillmentOrderId);
  const order = parsed?.type === 'FulfillmentOrder' ? shopify.orders.byFulfillmentOrder(parsed.id) : undefined;
  const fulfillmentOrder = order?.fulfillmentOrders.find((candidate) => candidate.id === parsed?.id);
  if (!order || !fulfillmentOrder || !isVisible(order)) {
    return userError(['fulfillment'], 'Fulfillment order does not exist.');
  }
  const quantities = new Map<number, number>();
  const requested = entry.fulfillmentOrderLineItems ?? [];
  if (requested.length === 0) {
    for (const line of fulfillmentOrder.lines) if (line.remaining > 0) quantities.set(line.id, line.remaining);
  }
  for (const [lineIndex, line] of requested.entries()) {
    if (line.quantity < 1) {
      return userError(
        [
          'fulfillment',
          'lineItemsByFulfillmentOrder',
          String(index),
          'fulfillmentOrderLineItems',
          String(lineIndex),
          'quantity',
        ],
        'Quantity must be greater than 0',
      );
    }
    const id = parseGid(line.id);
    if (
      id?.type !== 'FulfillmentOrderLineItem' ||
      !fulfillmentOrder.lines.some((candidate) => candidate.id === id.id)
    ) {
      return userError(['fulfillment'], 'Fulfillment order line item does not exist.');
    }
    quantities.set(id.id, (quantities.get(id.id) ?? 0) + line.quantity);
  }
  const status = statusOf(fulfillmentOrder, shopify.context.now());
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') {
    return userError(
      ['fulfillment'],
      `Fulfillment order ${fulfillmentOrder.id} has an unfulfillable status= ${status.toLowerCase()}.`,
    );
  }
  return { order, fulfillmentOrder, quantities };
}

function refusalOf(groups: Group[]): { userErrors: UserError[] } | undefined {
  const orders = [...new Set(groups.map((group) => group.order.id))].sort((a, b) => a - b);
  if (orders.length > 1) {
    return userError(
      ['fulfillment'],
      `All fulfillment orders must belong to the same order. Multiple orders with ids [${orders.join(', ')}] were found.`,
    );
  }
  const locations = [...new Set(groups.map((group) => group.fulfillmentOrder.locationId))].sort((a, b) => a - b);
  if (locations.length > 1) {
    return userError(
      ['fulfillment'],
      `All fulfillment orders must be assigned to a single location. Multiple locations with ids [${locations.join(', ')}] were found.`,
    );
  }
  const wanted = new Map<number, number>();
  for (const { fulfillmentOrder, quantities } of groups) {
    if (quantities.size === 0) return tooMany();
    for (const [id, quantity] of quantities) {
      const total = (wanted.get(id) ?? 0) + quantity;
      wanted.set(id, total);
      const line = fulfillmentOrder.lines.find((candidate) => candidate.id === id);
      if (!line || total > line.remaining) return tooMany();
    }
  }
  return undefined;
}

function tooMany(): { userErrors: UserError[] } {
  return userError(['fulfillment'], 'Invalid fulfillment order line item quantity requested.');
}

function takeLines(shopify: Shopify, { fulfillmentOrder, quantities }: Group): Fulfillment['lines'] {
  const taken: Fulfillment['lines'] = [];
  for (const line of fulfillmentOrder.lines) {
    const quantity = quantities.get(line.id);
    if (quantity === undefined) continue;
    line.remaining -= quantity;
    taken.push({ id: newId(shopify.context), lineId: line.lineId, quantity });
  }
  const closed = fulfillmentOrder.lines.every((line) => line.remaining === 0);
  fulfillmentOrder.status = closed ? 'CLOSED' : 'IN_PROGRESS';
  if (closed) fulfillmentOrder.requestStatus = 'CLOSED';
  fulfillmentOrder.updatedAt = shopify.context.now().toISOString();
  return taken;
}

export function trackingOf(input: TrackingInput | null | undefined): Tracking[] {
  if (!input) return [];
  const company = input.company ?? null;
  const numbers = input.numbers && input.numbers.length > 0 ? input.numbers : input.number ? [input.number] : [];
  const urls = input.urls && input.urls.length > 0 ? input.urls : input.url ? [input.url] : [];
  if (numbers.length === 0 && (company !== null || urls.length > 0))
    return [{ number: null, company, url: urls[0] ?? null }];
  return numbers.map((number, index) => ({ number, company, url: urls[index] ?? null }));
}

function timelineOf(fulfillment: Fulfillment, by: { app: boolean; message?: string | null }): string {
  const numbers = fulfillment.tracking.flatMap(({ number }) => number ?? []).join(', ');
  const pieces = fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0);
  return [
    `${by.app ? 'Courierdesk' : 'The store'} fulfilled ${pieces} ${pieces === 1 ? 'item' : 'items'}`,
    numbers ? ` with tracking ${numbers}` : '',
    fulfillment.notified ? ' and notified the customer' : '',
    by.message ? `: ${by.message}` : '',
  ].join('');
}
