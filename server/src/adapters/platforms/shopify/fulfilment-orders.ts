import { z } from 'zod';
import type { PlatformAccess, PlatformFulfilmentOrder } from '../platform.ts';
import { allPages } from './all-pages.ts';
import type { Shopify } from './client.ts';
import { FulfillmentOrderLinesPage, FulfillmentOrdersPage } from './fulfilment-operations.ts';
import { numericId } from './gid.ts';
import { PageInfo } from './page-info.ts';

const Identified = z.object({ id: z.string() });

/** A fulfilment order without its lines, as an export gives it. */
export const FulfilmentOrderFacts = z.object({
  id: z.string(),
  status: z.string(),
  requestStatus: z.string(),
  fulfillAt: z.string().nullable(),
  supportedActions: z.array(z.object({ action: z.string() })),
  fulfillmentHolds: z.array(z.object({ displayReason: z.string() })),
  deliveryMethod: z.object({ methodType: z.string() }).nullable(),
  assignedLocation: z.object({ name: z.string(), location: Identified.nullable() }),
});

const Line = z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem: Identified });
const LinePage = z.object({ nodes: z.array(Line), pageInfo: PageInfo });

export const FulfilmentOrderPage = z.object({
  nodes: z.array(FulfilmentOrderFacts.extend({ lineItems: LinePage })),
  pageInfo: PageInfo,
});
type FulfilmentOrderPage = z.infer<typeof FulfilmentOrderPage>;

/** All fulfilment orders of an order, whole. Nearly every order has them in the first answer. */
export async function readFulfilmentOrders(
  shopify: Shopify,
  access: PlatformAccess,
  orderId: string,
  first: FulfilmentOrderPage,
): Promise<PlatformFulfilmentOrder[]> {
  const all = await allPages(first, async (after) => {
    const variables = { id: orderId, after };
    const reply = await shopify.ask(access, { document: FulfillmentOrdersPage, variables, reply: OrderReply });
    return reply.order?.fulfillmentOrders;
  });
  return Promise.all(
    all.map(async (order) => {
      const lines = await allPages(order.lineItems, async (after) => {
        const variables = { id: order.id, after };
        const reply = await shopify.ask(access, { document: FulfillmentOrderLinesPage, variables, reply: LinesReply });
        return reply.fulfillmentOrder?.lineItems;
      });
      return platformFulfilmentOrder(order, lines);
    }),
  );
}

export const platformFulfilmentOrder = (
  order: z.infer<typeof FulfilmentOrderFacts>,
  lines: readonly z.infer<typeof Line>[],
): PlatformFulfilmentOrder => ({
  id: order.id,
  status: order.status,
  requestStatus: order.requestStatus,
  canFulfil: order.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT'),
  fulfilAt: order.fulfillAt ?? '',
  holds: order.fulfillmentHolds.map(({ displayReason }) => displayReason),
  deliveryMethod: order.deliveryMethod?.methodType ?? '',
  locationId: order.assignedLocation.location?.id ?? '',
  locationName: order.assignedLocation.name,
  lines: lines.map(({ id, remainingQuantity, lineItem }) => ({
    id,
    lineId: numericId(lineItem.id),
    remaining: remainingQuantity,
  })),
});

const OrderReply = z.object({ order: z.object({ fulfillmentOrders: FulfilmentOrderPage }).nullable() });
const LinesReply = z.object({ fulfillmentOrder: z.object({ lineItems: LinePage }).nullable() });
