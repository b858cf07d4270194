export type Address = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  country: string | null;
  countryCode: string | null;
  phone: string | null;
};

/** For an order without one. */
export const emptyAddress: Readonly<Address> = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  zip: null,
  country: 'Pakistan',
  countryCode: 'PK',
  phone: null,
};

export type OrderLine = {
  id: number;
  productId: number;
  variantId: number;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** Without removed and refunded units. */
  currentQuantity: number;
  /** Units that an app refunded without restocking them: fulfillment orders still have them. */
  refundedOpen?: number;
  unitPrice: number;
  /** Weight of one unit; absent for a product that the store has not weighed. */
  grams?: number;
  /** The line's share of the order's discount, in paisa. */
  discount: number;
  requiresShipping: boolean;
  giftCard: boolean;
  /** Path of the picture on this sandbox. */
  image: string | null;
  attributes: { key: string; value: string }[];
};

export type ShippingLine = {
  id: number;
  title: string;
  code: string | null;
  price: number;
  /** The merchant took it off the order. */
  removed?: true;
};

type FulfillmentHold = {
  id: number;
  reason: string;
  notes: string | null;
  byApp: boolean;
};

export const requestStatuses = ['UNSUBMITTED', 'SUBMITTED', 'ACCEPTED', 'REJECTED', 'CLOSED'] as const;

export const deliveryMethods = ['SHIPPING', 'LOCAL', 'PICK_UP', 'PICKUP_POINT', 'RETAIL', 'NONE'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

export type FulfillmentOrder = {
  id: number;
  status: 'OPEN' | 'IN_PROGRESS' | 'ON_HOLD' | 'SCHEDULED' | 'CLOSED' | 'CANCELLED' | 'INCOMPLETE';
  requestStatus: (typeof requestStatuses)[number];
  fulfillAt: string | null;
  holds: FulfillmentHold[];
  /** `SHIPPING` when left out. */
  deliveryMethod?: DeliveryMethod;
  locationId: number;
  createdAt: string;
  updatedAt: string;
  lines: { id: number; lineId: number; total: number; remaining: number }[];
};

export type Tracking = {
  number: string | null;
  company: string | null;
  url: string | null;
};

export type FulfillmentEvent = {
  id: number;
  status: string;
  message: string | null;
  happenedAt: string;
  createdAt: string;
  estimatedDeliveryAt: string | null;
};

export type Fulfillment = {
  id: number;
  name: string;
  status: 'SUCCESS' | 'CANCELLED';
  displayStatus: string;
  createdAt: string;
  updatedAt: string;
  tracking: Tracking[];
  lines: { id: number; lineId: number; quantity: number }[];
  fulfillmentOrderIds: number[];
  locationId: number;
  inTransitAt: string | null;
  deliveredAt: string | null;
  estimatedDeliveryAt: string | null;
  events: FulfillmentEvent[];
  notified: boolean;
  byApp: boolean;
};

type TimelineEntry = {
  at: string;
  text: string;
};

export type StoredOrder = {
  id: number;
  shop: string;
  number: number;
  name: string;
  createdAt: string;
  updatedAt: string;
  processedAt: string;
  closedAt: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  deleted?: true;
  test: boolean;
  tags: string[];
  /** The tags before the last change: a search with a lag still sees them. */
  previousTags: { tags: string[]; until: string } | null;
  note: string | null;
  email: string | null;
  phone: string | null;
  currency: string;
  /** In percent, on top of the prices of items; absent when prices include their tax. */
  taxRate?: number;
  customer: { id: number; firstName: string | null; lastName: string | null } | null;
  /** A status that the sandbox's payments do not lead to, such as AUTHORIZED. */
  givenFinancialStatus?: FinancialStatus | null;
  /** The merchant archived the order by hand. */
  archived?: boolean;
  /** Orders made by an API without any transaction have no financial status at all. */
  withoutTransactions: boolean;
  received: number;
  refunded: number;
  /** Of the refunds: what the customer does not have to pay again. */
  writtenOff?: number;
  gateways: string[];
  discountCodes: string[];
  lines: OrderLine[];
  shipping: ShippingLine[];
  attributes: { key: string; value: string }[];
  shippingAddress: Address | null;
  billingAddress: Address | null;
  fulfillmentOrders: FulfillmentOrder[];
  fulfillments: Fulfillment[];
  timeline: TimelineEntry[];
};

type OrderTotals = {
  subtotal: number;
  shipping: number;
  /** Without what was removed. */
  currentShipping: number;
  discounts: number;
  tax: number;
  total: number;
  currentTotal: number;
  outstanding: number;
};

export function totalsOf(order: StoredOrder): OrderTotals {
  let ordered = 0;
  let current = 0;
  let discounts = 0;
  let tax = 0;
  let currentTax = 0;
  for (const line of order.lines) {
    ordered += line.unitPrice * line.quantity - line.discount;
    current += discountedTotalOf(line);
    tax += lineTax(order, line);
    currentTax += taxOf(order, discountedTotalOf(line));
    discounts += line.discount;
  }
  let shipping = 0;
  let currentShipping = 0;
  for (const line of order.shipping) {
    shipping += line.price;
    if (!line.removed) currentShipping += line.price;
  }
  const currentTotal = order.cancelledAt ? 0 : current + currentTax + currentShipping;
  return {
    subtotal: ordered,
    shipping,
    currentShipping,
    discounts,
    tax,
    total: ordered + tax + shipping,
    currentTotal,
    outstanding: order.cancelledAt
      ? 0
      : Math.max(0, currentTotal - order.received + order.refunded - (order.writtenOff ?? 0)),
  };
}

const taxOf = ({ taxRate = 0 }: StoredOrder, amount: number): number => Math.round((amount * taxRate) / 100);

/** Of all units, also of refunded and removed ones. */
export const lineTax = (order: StoredOrder, line: OrderLine): number =>
  taxOf(order, line.unitPrice * line.quantity - line.discount);

export function discountedTotalOf(line: OrderLine): number {
  if (line.quantity === 0) return 0;
  return Math.round(((line.unitPrice * line.quantity - line.discount) * line.currentQuantity) / line.quantity);
}

export const financialStatuses = [
  'PENDING',
  'AUTHORIZED',
  'EXPIRED',
  'PAID',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
] as const;
export type FinancialStatus = (typeof financialStatuses)[number];

export function financialStatusOf(order: StoredOrder): FinancialStatus | null {
  if (order.givenFinancialStatus) return order.givenFinancialStatus;
  if (order.withoutTransactions && order.received === 0) return null;
  if (order.refunded > 0) return order.refunded >= order.received ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (order.cancelledAt && order.received === 0) return 'VOIDED';
  const { currentTotal } = totalsOf(order);
  if (order.received >= currentTotal) return 'PAID';
  return order.received > 0 ? 'PARTIALLY_PAID' : 'PENDING';
}

export function fulfilledQuantities(order: StoredOrder): Map<number, number> {
  const fulfilled = new Map<number, number>();
  for (const fulfillment of order.fulfillments) {
    if (fulfillment.status !== 'SUCCESS') continue;
    for (const line of fulfillment.lines) fulfilled.set(line.lineId, (fulfilled.get(line.lineId) ?? 0) + line.quantity);
  }
  return fulfilled;
}

/** Units of a line that fulfillment orders still have. */
export const unfulfilledOf = (line: OrderLine, fulfilled: ReadonlyMap<number, number>): number =>
  Math.max(0, line.currentQuantity + (line.refundedOpen ?? 0) - (fulfilled.get(line.id) ?? 0));

export function statusOf(fulfillmentOrder: FulfillmentOrder, now: Date): FulfillmentOrder['status'] {
  const { status, fulfillAt } = fulfillmentOrder;
  if (status === 'SCHEDULED' && fulfillAt && new Date(fulfillAt) <= now) return 'OPEN';
  return status;
}

export function fulfillmentStatusOf(order: StoredOrder, now: Date): string {
  const fulfilled = fulfilledQuantities(order);
  let done = 0;
  let left = 0;
  for (const line of order.lines) {
    const quantity = Math.min(line.currentQuantity, fulfilled.get(line.id) ?? 0);
    done += quantity;
    left += line.currentQuantity - quantity;
  }
  if (done > 0) return left === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
  if (left === 0) return order.lines.length === 0 ? 'FULFILLMENT_NOT_REQUIRED' : 'UNFULFILLED';
  const statuses = order.fulfillmentOrders.map((entry) => statusOf(entry, now)).filter((status) => !isDone(status));
  if (statuses.length > 0 && statuses.every((status) => status === 'ON_HOLD')) return 'ON_HOLD';
  if (statuses.length > 0 && statuses.every((status) => status === 'SCHEDULED')) return 'SCHEDULED';
  return 'UNFULFILLED';
}

export function isDone(status: FulfillmentOrder['status']): boolean {
  return status === 'CLOSED' || status === 'CANCELLED' || status === 'INCOMPLETE';
}

export function isFulfillable(order: StoredOrder, now: Date): boolean {
  return order.fulfillmentOrders.some((entry) => {
    const status = statusOf(entry, now);
    return (status === 'OPEN' || status === 'IN_PROGRESS') && entry.lines.some((line) => line.remaining > 0);
  });
}

export function fullName(person: { firstName: string | null; lastName: string | null }): string | null {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
}

/** Grams of everything that is still in the order. */
export const currentWeightOf = (order: StoredOrder): number =>
  order.lines.reduce((sum, line) => sum + line.currentQuantity * (line.grams ?? 0), 0);
