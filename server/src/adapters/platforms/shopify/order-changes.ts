import { homeCurrency, wholeRupees } from '@courierdesk/contract/money';
import { z } from 'zod';
import { PlatformError, type PlatformAccess, type PlatformPayment } from '../platform.ts';
import type { Shopify } from './client.ts';
import { gid } from './gid.ts';
import { money } from './mapping.ts';
import { AddTags, MarkOrderPaid, OrderPayment, RemoveTags } from './operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';

export async function addTags(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return;
  const variables = { id: gid('Order', platformOrderId), tags };
  const reply = z.object({ tagsAdd: Refusable });
  const { tagsAdd } = await shopify.ask(access, { document: AddTags, variables, reply, repeatable: true });
  throwRefusal(tagsAdd.userErrors);
}

export async function removeTags(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return;
  const variables = { id: gid('Order', platformOrderId), tags };
  const reply = z.object({ tagsRemove: Refusable });
  const { tagsRemove } = await shopify.ask(access, { document: RemoveTags, variables, reply, repeatable: true });
  throwRefusal(tagsRemove.userErrors);
}

export async function markPaid(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
  received: readonly string[],
): Promise<PlatformPayment | undefined> {
  const before = await orderPayment(shopify, access, platformOrderId);
  if (!before) return undefined;
  const isAll =
    before.currency === homeCurrency && received.some((amount) => wholeRupees(before.open) === wholeRupees(amount));
  if (before.isPaid || !before.isAllowed || before.wouldCharge || !isAll) return before;
  try {
    const variables = { input: { id: gid('Order', platformOrderId) } };
    const reply = await shopify.ask(access, { document: MarkOrderPaid, variables, reply: MarkPaidReply });
    const { order, userErrors } = reply.orderMarkAsPaid;
    const isPaid = userErrors.length === 0 || order?.displayFinancialStatus === 'PAID';
    return { ...before, isPaid, isAllowed: isPaid };
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'uncertain')) throw error;
    const after = await orderPayment(shopify, access, platformOrderId);
    if (after?.isPaid) return after;
    throw error;
  }
}

async function orderPayment(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
): Promise<PlatformPayment | undefined> {
  const variables = { id: gid('Order', platformOrderId) };
  const { order } = await shopify.ask(access, { document: OrderPayment, variables, reply: PaymentReply });
  if (!order) return undefined;
  return {
    isPaid: order.displayFinancialStatus === 'PAID',
    isAllowed: order.canMarkAsPaid,
    wouldCharge: order.capturable,
    open: order.totalOutstandingSet,
    currency: order.currencyCode,
  };
}

const Refusable = z.object({ userErrors: UserErrors });

const PaymentReply = z.object({
  order: z
    .object({
      displayFinancialStatus: z.string().nullable(),
      canMarkAsPaid: z.boolean(),
      capturable: z.boolean(),
      currencyCode: z.string(),
      totalOutstandingSet: money,
    })
    .nullable(),
});

const MarkPaidReply = z.object({
  orderMarkAsPaid: z.object({
    order: z.object({ displayFinancialStatus: z.string().nullable() }).nullish(),
    userErrors: UserErrors,
  }),
});
