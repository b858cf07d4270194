import type { FinancialStatus, StoredOrder } from '../platform/order.ts';
import type { Shopify } from '../platform/shopify.ts';
import { commitOrder } from './commit-order.ts';

type OrderFacts = {
  readonly currency?: string | undefined;
  readonly taxRate?: number | undefined;
  readonly test?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly gateways?: string[] | undefined;
  /** Null: what the payments lead to. */
  readonly financialStatus?: FinancialStatus | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly removeAddress?: true | undefined;
  readonly note?: string | null | undefined;
};

/** Sets what the store says of an order where no action of a merchant or customer in the sandbox leads to it. */
export function setOrderFacts(shopify: Shopify, order: StoredOrder, facts: OrderFacts): void {
  const { currency, taxRate, test, archived, gateways, financialStatus, email, phone, removeAddress, note } = facts;
  if (Object.values(facts).every((value) => value === undefined)) return;
  if (currency !== undefined) order.currency = currency;
  if (taxRate !== undefined) order.taxRate = taxRate;
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
