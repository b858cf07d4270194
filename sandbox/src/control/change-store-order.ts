import type * as z from 'zod';
import { cancelFulfillment, changeTracking } from '../shopify/orders/change-fulfillment.ts';
import {
  addLine,
  addTags,
  canMarkAsPaid,
  cancelOrder,
  changeAddress,
  changeOutstanding,
  changeQuantity,
  holdOrder,
  markAsPaid,
  refundOrder,
  refundUnits,
  releaseOrder,
  removeShipping,
  removeTags,
  scheduleOrder,
} from '../shopify/orders/change-order.ts';
import { fulfillByHand } from '../shopify/orders/fulfill-by-hand.ts';
import { paisaFrom } from '../shopify/protocol/money.ts';
import type { StoredOrder } from '../shopify/platform/order.ts';
import { makeOdd } from '../shopify/orders/make-odd.ts';
import { newId } from '../shopify/protocol/ids.ts';
import { commitOrder } from '../shopify/orders/commit-order.ts';
import { deleteOrder } from '../shopify/orders/delete-order.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { OrderChange } from './inputs.ts';
import { sendPartApart } from '../shopify/orders/send-part-apart.ts';
import { setOrderFacts } from '../shopify/orders/set-order-facts.ts';

/** Changes an order as the merchant would in the store admin. Returns the changes that the store refused. */
export function changeStoreOrder(shopify: Shopify, order: StoredOrder, change: z.output<typeof OrderChange>): string[] {
  const refusals: (string | undefined)[] = [];
  if (change.createdAt || change.withoutTransactions !== undefined) {
    if (change.createdAt) order.createdAt = order.processedAt = new Date(change.createdAt).toISOString();
    if (change.withoutTransactions !== undefined) order.withoutTransactions = change.withoutTransactions;
    commitOrder(shopify, order, {});
  }
  const { currency, taxRate, test, archived, gateways, financialStatus, email, phone, removeAddress, note } = change;
  setOrderFacts(shopify, order, {
    currency,
    taxRate,
    test,
    archived,
    gateways,
    financialStatus,
    email,
    phone,
    removeAddress,
    note,
  });
  if (change.odd !== undefined) {
    makeOdd(order, change.odd, () => newId(shopify.context));
    commitOrder(shopify, order, {});
  }
  if (change.addLine) addLine(shopify, order, { ...change.addLine, price: paisaFrom(change.addLine.price) });
  for (const { line, quantity } of change.quantities ?? []) {
    const found = order.lines[line];
    refusals.push(found ? changeQuantity(shopify, order, found, quantity) : `There is no line ${line}`);
  }
  if (change.refundUnits) {
    const { line, units } = change.refundUnits;
    const found = order.lines[line];
    refusals.push(found ? refundUnits(shopify, order, found, units) : `There is no line ${line}`);
  }
  if (change.removeShipping) removeShipping(shopify, order);
  if (change.address) changeAddress(shopify, order, change.address);
  if (change.outstanding !== undefined) changeOutstanding(shopify, order, paisaFrom(change.outstanding));
  if (change.paid) {
    if (canMarkAsPaid(order)) markAsPaid(shopify, order);
    else refusals.push('Order cannot be marked as paid.');
  }
  if (change.refund) {
    const { amount, open } = change.refund;
    refusals.push(refundOrder(shopify, order, { amount: paisaFrom(amount), isOpen: open }));
  }
  if (change.addTags) refusals.push(addTags(shopify, order, change.addTags));
  if (change.removeTags) removeTags(shopify, order, change.removeTags);
  if (change.part) sendPartApart(shopify, order, change.part);
  if (change.hold) holdOrder(shopify, order, change.hold);
  if (change.fulfillAt) scheduleOrder(shopify, order, new Date(change.fulfillAt).toISOString());
  if (change.release) releaseOrder(shopify, order);
  if (change.fulfill) {
    const made = fulfillByHand(shopify, order, change.fulfill === true ? {} : change.fulfill);
    if (made === 0) refusals.push('There is nothing left to fulfill');
  }
  if (change.changeTracking) {
    for (const fulfillment of order.fulfillments.filter(({ status }) => status === 'SUCCESS'))
      changeTracking(shopify, order, fulfillment, change.changeTracking, false);
  }
  if (change.cancelFulfillments) {
    for (const fulfillment of order.fulfillments) cancelFulfillment(shopify, order, fulfillment, false);
  }
  if (change.cancel) refusals.push(cancelOrder(shopify, order, change.cancel === true ? 'CUSTOMER' : change.cancel));
  if (change.delete) deleteOrder(shopify, order);
  return refusals.filter((refusal) => refusal !== undefined);
}
