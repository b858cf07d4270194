import { demoOrder } from '../demo-data/demo-orders.ts';
import type { StoredOrder } from '../platform/order.ts';
import { pastNumber, type PastPlace } from '../platform/past-orders.ts';
import { makeSomeOdd } from './make-odd.ts';
import { orderFromDraft } from './order-from-draft.ts';

/** The newest orders of the past still wait to be shipped. */
const openShare = 0.02;

/** The same place always gives the same order. Older ones are fulfilled. */
export function makePastOrder(place: PastPlace): StoredOrder {
  const { shop, serial, of, nextId } = place;
  const draft = demoOrder(serial + (shop.id % 1000) * 20_000_000, new Date(place.createdAt), 0);
  const order = orderFromDraft(shop, draft, { number: pastNumber(serial), nextId });
  if (serial > of * (1 - openShare)) {
    makeSomeOdd(order, serial, nextId);
    return order;
  }
  for (const entry of order.fulfillmentOrders) {
    entry.status = 'CLOSED';
    entry.requestStatus = 'CLOSED';
    const lines = entry.lines.map(({ lineId, total }) => ({ id: nextId(), lineId, quantity: total }));
    for (const line of entry.lines) line.remaining = 0;
    order.fulfillments.push({
      id: nextId(),
      name: `${order.name}-F${order.fulfillments.length + 1}`,
      status: 'SUCCESS',
      displayStatus: 'FULFILLED',
      createdAt: order.createdAt,
      updatedAt: order.createdAt,
      tracking: [{ number: `OLD${order.number}`, company: 'Leopards', url: null }],
      lines,
      fulfillmentOrderIds: [entry.id],
      locationId: entry.locationId,
      inTransitAt: null,
      deliveredAt: null,
      estimatedDeliveryAt: null,
      events: [],
      notified: false,
      byApp: false,
    });
  }
  return order;
}
