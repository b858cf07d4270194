import { newId } from '../protocol/ids.ts';
import type { Address, FulfillmentOrder, OrderLine, StoredOrder } from '../platform/order.ts';
import { emptyAddress, financialStatusOf, fulfilledQuantities, isDone, totalsOf } from '../platform/order.ts';
import { commitOrder } from './commit-order.ts';
import type { Shopify } from '../platform/shopify.ts';

const maxTags = 250;
const maxTagLength = 40;

/** Adds tags: no duplicates, sorted, split at commas. Returns an error when a limit is exceeded. */
export function addTags(shopify: Shopify, order: StoredOrder, tags: readonly string[]): string | undefined {
  const added = splitTags(tags).filter((tag) => !hasTag(order.tags, tag));
  if (added.some((tag) => tag.length > maxTagLength)) return `Tag exceeds the maximum of ${maxTagLength} characters`;
  if (order.tags.length + added.length > maxTags) return `Tags exceed the maximum of ${maxTags}`;
  if (added.length === 0) return undefined;
  setTags(shopify, order, [...order.tags, ...added].sort());
  commitOrder(shopify, order, { timeline: `Tagged ${added.join(', ')}` });
  return undefined;
}

export function removeTags(shopify: Shopify, order: StoredOrder, tags: readonly string[]): void {
  const gone = splitTags(tags);
  const kept = order.tags.filter((tag) => !hasTag(gone, tag));
  if (kept.length === order.tags.length) return;
  setTags(shopify, order, kept);
  commitOrder(shopify, order, { timeline: `Tag removed: ${gone.join(', ')}` });
}

function setTags(shopify: Shopify, order: StoredOrder, tags: string[]): void {
  order.previousTags = { tags: order.tags, until: shopify.context.now().toISOString() };
  order.tags = tags;
}

function splitTags(tags: readonly string[]): string[] {
  const unique: string[] = [];
  for (const tag of tags.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    if (tag && !hasTag(unique, tag)) unique.push(tag);
  }
  return unique;
}

function hasTag(tags: readonly string[], tag: string): boolean {
  const wanted = tag.toLowerCase();
  return tags.some((known) => known.toLowerCase() === wanted);
}

export function canMarkAsPaid(order: StoredOrder): boolean {
  return order.cancelledAt === null && totalsOf(order).outstanding > 0;
}

/** An authorised payment can still be charged. */
export const isCapturable = (order: StoredOrder): boolean => financialStatusOf(order) === 'AUTHORIZED';

/** Charges an authorised payment, if there is one. Otherwise records a manual one. */
export function markAsPaid(shopify: Shopify, order: StoredOrder): void {
  const isCharged = isCapturable(order);
  order.received = totalsOf(order).currentTotal + order.refunded;
  if (isCharged) order.givenFinancialStatus = null;
  else if (!order.gateways.includes('manual')) order.gateways.push('manual');
  const timeline = isCharged ? 'Authorised payment captured' : 'Marked as paid';
  commitOrder(shopify, order, { topics: ['orders/paid'], timeline });
}

/** Returns an error when the store refuses. */
export function cancelOrder(shopify: Shopify, order: StoredOrder, reason: string): string | undefined {
  if (order.cancelledAt) return 'Order has already been cancelled';
  if (order.fulfillments.some((entry) => entry.status === 'SUCCESS')) {
    return 'Cannot cancel an order that has outstanding fulfillments';
  }
  const now = shopify.context.now().toISOString();
  order.cancelledAt = now;
  order.cancelReason = reason;
  order.closedAt = now;
  order.refunded = order.received;
  for (const entry of order.fulfillmentOrders) {
    entry.status = 'CLOSED';
    entry.updatedAt = now;
  }
  commitOrder(shopify, order, { topics: ['orders/cancelled'], timeline: `Cancelled (${reason.toLowerCase()})` });
  return undefined;
}

export function changeAddress(shopify: Shopify, order: StoredOrder, change: Partial<Address>): void {
  order.shippingAddress = { ...(order.shippingAddress ?? emptyAddress), ...change };
  commitOrder(shopify, order, { timeline: 'Shipping address changed' });
}

/**
 * Gives a part of the payment back. `isOpen`: the amount is to pay again, otherwise the order costs less. Which of the two a store
 * shows as outstanding after a refund by amount is not documented, so both can be made. Returns why it refuses.
 */
export function refundOrder(
  shopify: Shopify,
  order: StoredOrder,
  { amount, isOpen }: { amount: number; isOpen: boolean },
): string | undefined {
  if (amount > order.received - order.refunded) return 'The refund is more than was received';
  order.refunded += amount;
  if (!isOpen) order.writtenOff = (order.writtenOff ?? 0) + amount;
  commitOrder(shopify, order, { timeline: `Refunded ${order.currency} ${(amount / 100).toFixed(2)}` });
  return undefined;
}

/** Sets the outstanding amount: records a payment to lower it, raises the shipping price to exceed the total. */
export function changeOutstanding(shopify: Shopify, order: StoredOrder, outstanding: number): void {
  const { currentTotal } = totalsOf(order);
  if (outstanding > currentTotal) {
    const extra = outstanding - currentTotal;
    const line = order.shipping.find(({ removed }) => !removed);
    if (line) line.price += extra;
    else order.shipping.push({ id: newId(shopify.context), title: 'Shipping', code: 'Shipping', price: extra });
  }
  order.received = Math.max(0, totalsOf(order).currentTotal - outstanding) + order.refunded;
  order.withoutTransactions = false;
  const paid = financialStatusOf(order) === 'PAID';
  commitOrder(shopify, order, {
    topics: paid ? ['orders/paid'] : [],
    timeline: `Outstanding amount is now ${order.currency} ${(outstanding / 100).toFixed(2)}`,
  });
}

export function removeShipping(shopify: Shopify, order: StoredOrder): void {
  for (const line of order.shipping) line.removed = true;
  commitOrder(shopify, order, { topics: ['orders/edited'], timeline: 'Shipping removed' });
}

/** Removes or refunds unfulfilled units. Returns an error when they are fulfilled. */
export function changeQuantity(
  shopify: Shopify,
  order: StoredOrder,
  line: OrderLine,
  quantity: number,
): string | undefined {
  const fulfilled = fulfilledQuantities(order).get(line.id) ?? 0;
  if (quantity < fulfilled) return `${fulfilled} of ${line.title} are already fulfilled`;
  if (quantity > line.quantity) {
    line.discount = Math.round((line.discount * quantity) / Math.max(1, line.quantity));
    line.quantity = quantity;
  }
  const change = quantity - line.currentQuantity;
  if (change === 0) return undefined;
  line.currentQuantity = quantity;
  applyQuantityChange(shopify, order, line, change);
  commitOrder(shopify, order, { topics: ['orders/edited'], timeline: `${line.title}: now ${quantity}` });
  return undefined;
}

/** Refunds units as `refundCreate` of an app does with `NO_RESTOCK`: fulfillment orders keep them. */
export function refundUnits(shopify: Shopify, order: StoredOrder, line: OrderLine, units: number): string | undefined {
  if (units > line.currentQuantity) return `${line.title} has only ${line.currentQuantity}`;
  line.currentQuantity -= units;
  line.refundedOpen = (line.refundedOpen ?? 0) + units;
  commitOrder(shopify, order, { topics: [], timeline: `${units} of ${line.title} refunded without restocking` });
  return undefined;
}

export function addLine(
  shopify: Shopify,
  order: StoredOrder,
  item: { title: string; price: number; quantity: number; requiresShipping: boolean },
): OrderLine {
  const line: OrderLine = {
    id: newId(shopify.context),
    productId: newId(shopify.context),
    variantId: newId(shopify.context),
    title: item.title,
    variantTitle: null,
    sku: null,
    vendor: null,
    quantity: item.quantity,
    currentQuantity: item.quantity,
    unitPrice: item.price,
    discount: 0,
    requiresShipping: item.requiresShipping,
    giftCard: false,
    image: null,
    attributes: [],
  };
  order.lines.push(line);
  applyQuantityChange(shopify, order, line, item.quantity);
  commitOrder(shopify, order, { topics: ['orders/edited'], timeline: `${item.title} added` });
  return line;
}

/** Applies a changed quantity to the fulfillment orders that are not done. */
function applyQuantityChange(shopify: Shopify, order: StoredOrder, line: OrderLine, change: number): void {
  const now = shopify.context.now().toISOString();
  const open = order.fulfillmentOrders.filter((entry) => !isDone(entry.status));
  if (change > 0) {
    const target = open[0] ?? openFulfillmentOrder(shopify, order, now);
    const known = target.lines.find((entry) => entry.lineId === line.id);
    if (known) {
      known.total += change;
      known.remaining += change;
    } else {
      target.lines.push({ id: newId(shopify.context), lineId: line.id, total: change, remaining: change });
    }
    target.updatedAt = now;
    return;
  }
  let left = -change;
  for (const entry of open) {
    for (const known of entry.lines.filter((candidate) => candidate.lineId === line.id)) {
      const taken = Math.min(left, known.remaining);
      known.total -= taken;
      known.remaining -= taken;
      left -= taken;
    }
    entry.lines = entry.lines.filter((candidate) => candidate.total > 0);
    if (entry.lines.every((candidate) => candidate.remaining === 0)) entry.status = 'CLOSED';
    entry.updatedAt = now;
  }
}

function openFulfillmentOrder(shopify: Shopify, order: StoredOrder, now: string): FulfillmentOrder {
  const locationId = order.fulfillmentOrders[0]?.locationId ?? shopify.shops.get(order.shop)?.locations[0]?.id ?? 0;
  const created: FulfillmentOrder = {
    id: newId(shopify.context),
    status: 'OPEN',
    requestStatus: 'UNSUBMITTED',
    fulfillAt: null,
    holds: [],
    locationId,
    createdAt: now,
    updatedAt: now,
    lines: [],
  };
  order.fulfillmentOrders.push(created);
  return created;
}

export function holdOrder(shopify: Shopify, order: StoredOrder, reason: string): void {
  for (const entry of order.fulfillmentOrders) {
    if (entry.status !== 'OPEN') continue;
    entry.status = 'ON_HOLD';
    entry.holds.push({ id: newId(shopify.context), reason, notes: null, byApp: false });
  }
  commitOrder(shopify, order, { timeline: `Put on hold (${reason.toLowerCase().replaceAll('_', ' ')})` });
}

export function releaseOrder(shopify: Shopify, order: StoredOrder): void {
  for (const entry of order.fulfillmentOrders) {
    if (entry.status !== 'ON_HOLD' && entry.status !== 'SCHEDULED') continue;
    entry.status = 'OPEN';
    entry.holds = [];
    entry.fulfillAt = null;
  }
  commitOrder(shopify, order, { timeline: 'Hold released' });
}

export function scheduleOrder(shopify: Shopify, order: StoredOrder, fulfillAt: string): void {
  for (const entry of order.fulfillmentOrders) {
    if (entry.status !== 'OPEN') continue;
    entry.status = 'SCHEDULED';
    entry.fulfillAt = fulfillAt;
  }
  commitOrder(shopify, order, { timeline: `Scheduled for ${fulfillAt}` });
}
