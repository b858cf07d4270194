import { z } from 'zod';
import { PlatformError, type Platform, type PlatformAccess, type PlatformFulfil } from '../platform.ts';
import type { Shopify } from './client.ts';
import { CancelFulfillment, CreateFulfillment, CreateFulfillmentEvent } from './fulfilment-operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';

export async function fulfil(
  shopify: Shopify,
  access: PlatformAccess,
  input: PlatformFulfil,
): Promise<{ fulfilmentId: string }> {
  const { tracking } = input;
  const fulfillment = {
    lineItemsByFulfillmentOrder: input.fulfilmentOrders.map(({ id, lines }) => ({
      fulfillmentOrderId: id,
      fulfillmentOrderLineItems: lines,
    })),
    trackingInfo: { number: tracking.number, company: tracking.company, ...(tracking.url && { url: tracking.url }) },
    notifyCustomer: input.notifyCustomer,
  };
  const request = { document: CreateFulfillment, variables: { fulfillment }, reply: CreateReply };
  const { fulfillmentCreate } = await shopify.ask(access, request);
  throwRefusal(fulfillmentCreate.userErrors);
  const created = fulfillmentCreate.fulfillment;
  if (!created) throw new PlatformError('uncertain', 'Shopify did not return the new fulfilment.');
  return { fulfilmentId: created.id };
}

/** Cancelling twice succeeds twice, so a lost answer is asked again. */
export async function cancelFulfilment(shopify: Shopify, access: PlatformAccess, fulfilmentId: string): Promise<void> {
  const variables = { id: fulfilmentId };
  const request = { document: CancelFulfillment, variables, reply: CancelReply, repeatable: true };
  throwRefusal((await shopify.ask(access, request)).fulfillmentCancel.userErrors);
}

export async function addFulfilmentEvent(
  shopify: Shopify,
  access: PlatformAccess,
  input: Parameters<Platform['addFulfilmentEvent']>[1],
): Promise<void> {
  const event = {
    fulfillmentId: input.fulfilmentId,
    status: input.status,
    happenedAt: input.happenedAt.toISOString(),
    ...(input.message && { message: input.message }),
  };
  const request = { document: CreateFulfillmentEvent, variables: { event }, reply: EventReply };
  throwRefusal((await shopify.ask(access, request)).fulfillmentEventCreate.userErrors);
}

const CreateReply = z.object({
  fulfillmentCreate: z.object({ fulfillment: z.object({ id: z.string() }).nullish(), userErrors: UserErrors }),
});
const CancelReply = z.object({ fulfillmentCancel: z.object({ userErrors: UserErrors }) });
const EventReply = z.object({ fulfillmentEventCreate: z.object({ userErrors: UserErrors }) });
