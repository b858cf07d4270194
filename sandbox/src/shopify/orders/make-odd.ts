import type { FulfillmentOrder, StoredOrder } from '../platform/order.ts';

type Change = (order: StoredOrder, nextId: () => number) => void;

const forEachPart = (order: StoredOrder, change: (entry: FulfillmentOrder) => void): void =>
  order.fulfillmentOrders.forEach(change);

const held =
  (reason: string): Change =>
  (order, nextId) =>
    forEachPart(order, (entry) => {
      entry.status = 'ON_HOLD';
      entry.holds = [{ id: nextId(), reason, notes: null, byApp: false }];
    });

const delivered =
  (method: NonNullable<FulfillmentOrder['deliveryMethod']>): Change =>
  (order) =>
    forEachPart(order, (entry) => {
      entry.deliveryMethod = method;
    });

const dayMs = 86_400_000;

/** What makes a real store's orders less plain than what customers place: what merchants, payments and apps do with them. */
const changes: readonly Change[] = [
  held('HIGH_RISK_OF_FRAUD'),
  (order) => {
    order.gateways = ['Bank Deposit'];
  },
  (order) =>
    forEachPart(order, (entry) => {
      entry.status = 'SCHEDULED';
      entry.fulfillAt = new Date(Date.parse(order.createdAt) + 30 * dayMs).toISOString();
    }),
  (order) => {
    order.gateways = ['shopify_payments'];
    order.givenFinancialStatus = 'AUTHORIZED';
    order.received = 0;
  },
  delivered('PICK_UP'),
  (order) => {
    order.phone = '042-35761234';
    if (order.shippingAddress) order.shippingAddress = { ...order.shippingAddress, phone: '042-35761234' };
  },
  (order) => {
    order.test = true;
  },
  (order) =>
    forEachPart(order, (entry) => {
      entry.requestStatus = 'SUBMITTED';
    }),
  (order) => {
    if (order.shippingAddress)
      order.shippingAddress = { ...order.shippingAddress, country: 'United Arab Emirates', countryCode: 'AE' };
  },
  held('INVENTORY_OUT_OF_STOCK'),
  delivered('LOCAL'),
  (order) => {
    order.currency = 'USD';
  },
];

/** Makes an order the n-th kind of odd, from 0; after the last kind it begins again. */
export const makeOdd = (order: StoredOrder, kind: number, nextId: () => number): void =>
  changes[kind % changes.length]?.(order, nextId);

const oneIn = 10;

/** One order in ten of a store is not plain. The same serial always gives the same kind. */
export function makeSomeOdd(order: StoredOrder, serial: number, nextId: () => number): void {
  if (serial % oneIn === 0) makeOdd(order, serial / oneIn, nextId);
}
