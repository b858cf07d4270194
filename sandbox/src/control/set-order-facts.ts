import type * as z from 'zod';
import { commitOrder } from '../shopify/orders/commit-order.ts';
import type { StoredOrder } from '../shopify/platform/order.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { OrderChange } from './inputs.ts';

type Facts = Partial<
  Pick<
    z.output<typeof OrderChange>,
    'currency' | 'test' | 'archived' | 'gateways' | 'financialStatus' | 'email' | 'phone' | 'removeAddress' | 'note'
  >
>;

/** Sets what the store says of an order where no action of a merchant or customer in the sandbox leads to it. */
export function setOrderFacts(shopify: Shopify, order: StoredOrder, facts: Facts): void {
  const { currency, test, archived, gateways, financialStatus, email, phone, removeAddress, note } = facts;
  if (Object.values(facts).every((value) => value === undefined)) return;
  if (currency !== undefined) order.currency = currency;
  if (test !== undefined) order.test = test;
  if (archived !== undefined) {
    order.archived = archived;
    order.closedAt = archived ? shopify.context.now().toISOString() : null;
  }
  if (gateways !== undefined) order.gateways = gateways;
  if (financialStatus !== undefined) order.givenFinancialStatus = financialStatus;
  if (email !== undefined) order.email = email;
  if (phone !== undefined) order.phone = phone;
  if (removeAddress) order.shippingAddress = null;
  if (note !== undefined) order.note = note;
  commitOrder(shopify, order, {});
}
