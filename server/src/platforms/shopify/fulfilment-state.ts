import { z } from 'zod';
import type { PlatformAccess, PlatformFulfilmentState } from '../platform.ts';
import { allPages } from './all-pages.ts';
import type { Shopify } from './client.ts';
import { gid, numericId } from './gid.ts';
import { PageInfo } from './mapping.ts';
import {
  FulfillmentLinesPage,
  FulfillmentOrderLinesPage,
  FulfillmentOrdersPage,
  OrderFulfillmentState,
} from './operations.ts';

export async function fulfilmentState(
  shopify: Shopify,
  access: PlatformAccess,
  platformOrderId: string,
): Promise<PlatformFulfilmentState | undefined> {
  const order = await readState(shopify, access, gid('Order', platformOrderId));
  if (!order) return undefined;
  const fulfilmentOrders = await allPages(order.fulfillmentOrders, async (after) => {
    const variables = { id: order.id, after };
    const reply = await shopify.ask(access, { document: FulfillmentOrdersPage, variables, reply: OrdersPageReply });
    return reply.order?.fulfillmentOrders;
  });
  return {
    platformOrderId: numericId(order.id),
    cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : undefined,
    fulfilmentStatus: order.displayFulfillmentStatus,
    fulfilmentOrders: await Promise.all(fulfilmentOrders.map((each) => fulfilmentOrderOf(shopify, access, each))),
    fulfilments: await Promise.all(order.fulfillments.map((each) => fulfilmentOf(shopify, access, each))),
  };
}

/** `Order.fulfillments` is a plain list without pages: a full one is asked for again, longer. */
async function readState(shopify: Shopify, access: PlatformAccess, id: string): Promise<StateReply['order']> {
  const read = async (fulfillments: number): Promise<StateReply['order']> => {
    const variables = { id, fulfillments };
    return (await shopify.ask(access, { document: OrderFulfillmentState, variables, reply: StateReply })).order;
  };
  const order = await read(20);
  return order && order.fulfillments.length === 20 ? read(250) : order;
}

async function fulfilmentOrderOf(
  shopify: Shopify,
  access: PlatformAccess,
  order: FulfilmentOrder,
): Promise<PlatformFulfilmentState['fulfilmentOrders'][number]> {
  const lines = await allPages(order.lineItems, async (after) => {
    const variables = { id: order.id, after };
    const reply = await shopify.ask(access, { document: FulfillmentOrderLinesPage, variables, reply: OrderLinesReply });
    return reply.fulfillmentOrder?.lineItems;
  });
  return {
    id: order.id,
    status: order.status,
    requestStatus: order.requestStatus,
    canFulfil: order.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT'),
    fulfilAt: order.fulfillAt ? new Date(order.fulfillAt) : undefined,
    holds: order.fulfillmentHolds.map(({ displayReason }) => ({ reason: displayReason })),
    locationId: order.assignedLocation.location?.id ?? '',
    locationName: order.assignedLocation.name,
    lines: lines.map(({ id, remainingQuantity, lineItem }) => ({
      id,
      lineId: numericId(lineItem.id),
      remaining: remainingQuantity,
    })),
  };
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

const FulfilmentOrderLine = z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem: Identified });
const FulfilmentOrderLines = z.object({ nodes: z.array(FulfilmentOrderLine), pageInfo: PageInfo });

const FulfilmentOrder = z.object({
  id: z.string(),
  status: z.string(),
  requestStatus: z.string(),
  fulfillAt: z.string().nullable(),
  supportedActions: z.array(z.object({ action: z.string() })),
  fulfillmentHolds: z.array(z.object({ displayReason: z.string() })),
  assignedLocation: z.object({ name: z.string(), location: Identified.nullable() }),
  lineItems: FulfilmentOrderLines,
});
type FulfilmentOrder = z.infer<typeof FulfilmentOrder>;
const FulfilmentOrders = z.object({ nodes: z.array(FulfilmentOrder), pageInfo: PageInfo });

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
      displayFulfillmentStatus: z.string(),
      fulfillmentOrders: FulfilmentOrders,
      fulfillments: z.array(Fulfilment),
    })
    .nullable(),
});
type StateReply = z.infer<typeof StateReply>;

const OrdersPageReply = z.object({ order: z.object({ fulfillmentOrders: FulfilmentOrders }).nullable() });
const OrderLinesReply = z.object({ fulfillmentOrder: z.object({ lineItems: FulfilmentOrderLines }).nullable() });
const FulfilmentLinesReply = z.object({ fulfillment: z.object({ fulfillmentLineItems: FulfilmentLines }).nullable() });
