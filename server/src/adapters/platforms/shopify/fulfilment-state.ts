import { z } from 'zod';
import type { Platform, PlatformAccess, PlatformFulfilmentState } from '../platform.ts';
import { affordablePageSize, type AffordableRead } from './affordable-page-size.ts';
import { allPages } from './all-pages.ts';
import type { Shopify } from './client.ts';
import { gid, numericId } from './gid.ts';
import { FulfilmentOrderPage, readFulfilmentOrders } from './fulfilment-orders.ts';
import { PageInfo } from './page-info.ts';
import {
  FulfillmentIds,
  FulfillmentLinesPage,
  FulfillmentsByIds,
  OrderFulfillmentState,
} from './fulfilment-operations.ts';

export function createFulfilmentStateReader(shopify: Shopify): Platform['fulfilmentState'] {
  const affordably = affordablePageSize(10);
  return (access, platformOrderId) => fulfilmentState(shopify, access, platformOrderId, affordably);
}

async function fulfilmentState(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
  affordably: AffordableRead,
): Promise<PlatformFulfilmentState | undefined> {
  const order = await readState(shopify, access, gid('Order', platformOrderId), affordably);
  if (!order) return undefined;
  return {
    platformOrderId: numericId(order.id),
    cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : undefined,
    fulfilmentOrders: await readFulfilmentOrders(shopify, access, order.id, order.fulfillmentOrders),
    fulfilments: await Promise.all(order.fulfillments.map((each) => fulfilmentOf(shopify, access, each))),
  };
}

/** Nearly every order has all its fulfilments in the first answer; a full answer may have left some out. */
async function readState(
  shopify: Shopify,
  access: PlatformAccess,
  id: string,
  affordably: AffordableRead,
): Promise<StateReply['order']> {
  const { order, limit } = await affordably(async (size) => {
    const variables = { id, fulfillments: size };
    const reply = await shopify.ask(access, { document: OrderFulfillmentState, variables, reply: StateReply });
    return { order: reply.order, limit: size };
  });
  if (!order || order.fulfillments.length < limit) return order;
  const { order: all } = await shopify.ask(access, { document: FulfillmentIds, variables: { id }, reply: IdsReply });
  const known = new Map(order.fulfillments.map((each) => [each.id, each]));
  const missing = (all?.fulfillments ?? []).map((each) => each.id).filter((each) => !known.has(each));
  const rest = await fulfilmentsByIds(shopify, access, missing, affordably);
  return { ...order, fulfillments: [...order.fulfillments, ...rest] };
}

async function fulfilmentsByIds(
  shopify: Shopify,
  access: PlatformAccess,
  ids: readonly string[],
  affordably: AffordableRead,
): Promise<Fulfilment[]> {
  const found: Fulfilment[] = [];
  for (let read = 0; read < ids.length;) {
    const { nodes, count } = await affordably(async (size) => {
      const page = ids.slice(read, read + size);
      const variables = { ids: page };
      const reply = await shopify.ask(access, { document: FulfillmentsByIds, variables, reply: NodesReply });
      return { nodes: reply.nodes, count: page.length };
    });
    found.push(...nodes.flatMap((node) => node ?? []));
    read += count;
  }
  return found;
}

async function fulfilmentOf(
  shopify: Shopify,
  access: PlatformAccess,
  fulfilment: Fulfilment,
): Promise<PlatformFulfilmentState['fulfilments'][number]> {
  const lines = await allPages(fulfilment.fulfillmentLineItems, async (after) => {
    const variables = { id: fulfilment.id, after };
    const reply = await shopify.ask(access, {
      document: FulfillmentLinesPage,
      variables,
      reply: FulfilmentLinesReply,
    });
    return reply.fulfillment?.fulfillmentLineItems;
  });
  return {
    id: fulfilment.id,
    succeeded: fulfilment.status === 'SUCCESS',
    cancelled: fulfilment.status === 'CANCELLED',
    displayStatus: fulfilment.displayStatus ?? '',
    trackingNumbers: fulfilment.trackingInfo.flatMap(({ number }) => number ?? []),
    lines: lines.map(({ quantity, lineItem }) => ({ lineId: numericId(lineItem.id), quantity: quantity ?? 0 })),
  };
}

const Identified = z.object({ id: z.string() });

const FulfilmentLine = z.object({ quantity: z.number().int().nullable(), lineItem: Identified });
type FulfilmentLine = z.infer<typeof FulfilmentLine>;
const FulfilmentLines = z.object({ nodes: z.array(FulfilmentLine), pageInfo: PageInfo });

const Fulfilment = z.object({
  id: z.string(),
  status: z.string(),
  displayStatus: z.string().nullable(),
  trackingInfo: z.array(z.object({ number: z.string().nullable() })),
  fulfillmentLineItems: FulfilmentLines,
});
type Fulfilment = z.infer<typeof Fulfilment>;

const StateReply = z.object({
  order: z
    .object({
      id: z.string(),
      cancelledAt: z.string().nullable(),
      fulfillmentOrders: FulfilmentOrderPage,
      fulfillments: z.array(Fulfilment),
    })
    .nullable(),
});
type StateReply = z.infer<typeof StateReply>;

const FulfilmentLinesReply = z.object({ fulfillment: z.object({ fulfillmentLineItems: FulfilmentLines }).nullable() });
const IdsReply = z.object({ order: z.object({ fulfillments: z.array(Identified) }).nullable() });

/** Fulfilments that are gone are `null`. */
const NodesReply = z.object({ nodes: z.array(Fulfilment.nullable()) });
