import { z } from 'zod';
import type { Platform, PlatformOrderState } from '../platform.ts';
import { twoPlaces } from './amounts.ts';
import { affordablePageSize } from './affordable-page-size.ts';
import type { Shopify } from './client.ts';
import { gid, numericId } from './gid.ts';
import { OrderStates } from './operations.ts';

/** Nearly every order has fewer fulfilments. An order that has more is read again with all that Shopify returns. */
const usualFulfilments = 5;
const maxFulfilments = 250;

export function createOrderStateReader(shopify: Shopify): Platform['orderStates'] {
  const affordably = affordablePageSize(100);

  return async (access, platformOrderIds) => {
    const found = new Map<string, PlatformOrderState>();
    const read = async (ids: readonly string[], fulfillments: number): Promise<OrderStateReply[]> => {
      const variables = { ids: ids.map((id) => gid('Order', id)), fulfillments };
      const { nodes } = await shopify.ask(access, { document: OrderStates, variables, reply: NodesReply });
      return nodes.flatMap((node) => node ?? []);
    };
    const asked = [...new Set(platformOrderIds)];
    while (asked.length > 0) {
      const { orders, count } = await affordably(async (size) => {
        const ids = asked.slice(0, size);
        return { orders: await read(ids, usualFulfilments), count: ids.length };
      });
      asked.splice(0, count);
      for (const order of orders) {
        const isCut = order.fulfillments.length === usualFulfilments;
        const [whole] = isCut ? await read([numericId(order.id)], maxFulfilments) : [order];
        if (whole) found.set(numericId(order.id), orderState(whole));
      }
    }
    return platformOrderIds.map((id) => found.get(id));
  };
}

function orderState(order: OrderStateReply): PlatformOrderState {
  return {
    platformOrderId: numericId(order.id),
    updatedAt: new Date(order.updatedAt),
    cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : undefined,
    financialStatus: order.displayFinancialStatus ?? '',
    outstanding: twoPlaces(order.totalOutstandingSet.shopMoney.amount),
    fulfilments: order.fulfillments.map((one) => ({
      id: one.id,
      succeeded: one.status === 'SUCCESS',
      createdAt: new Date(one.createdAt),
      trackingNumbers: one.trackingInfo.flatMap(({ number }) => number ?? []),
      company: one.trackingInfo.flatMap(({ company }) => company ?? [])[0] ?? '',
    })),
  };
}

const OrderStateReply = z.object({
  __typename: z.literal('Order'),
  id: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  totalOutstandingSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      createdAt: z.string(),
      trackingInfo: z.array(z.object({ number: z.string().nullable(), company: z.string().nullable() })),
    }),
  ),
});
type OrderStateReply = z.infer<typeof OrderStateReply>;

/** Orders that are gone or out of reach are `null`. */
const NodesReply = z.object({
  nodes: z.array(
    z.union([
      OrderStateReply,
      z.object({ __typename: z.string().refine((name) => name !== 'Order') }).transform(() => null),
      z.null(),
    ]),
  ),
});
