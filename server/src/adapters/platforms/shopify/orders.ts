import { z } from 'zod';
import type { Platform, PlatformAccess, PlatformOrder } from '../platform.ts';
import { affordablePageSize } from './affordable-page-size.ts';
import { allPages } from './all-pages.ts';
import type { Shopify } from './client.ts';
import { readFulfilmentOrders } from './fulfilment-orders.ts';
import { gid, numericId } from './gid.ts';
import { LinePage, OrderWithLinesReply, platformLine, platformOrder } from './mapping.ts';
import { OrderLineItemsPage, OrdersByIds, OrdersPage, searchTime } from './operations.ts';
import { PageInfo } from './page-info.ts';

export function createOrderReader(shopify: Shopify): {
  byIds: Platform['ordersByIds'];
  changedSince: Platform['ordersChangedSince'];
} {
  const affordably = affordablePageSize(25);

  return {
    async byIds(access, platformOrderIds) {
      const found = new Map<string, PlatformOrder>();
      const asked = [...new Set(platformOrderIds)];
      while (asked.length > 0) {
        const { nodes, read } = await affordably(async (size) => {
          const ids = asked.slice(0, size).map((id) => gid('Order', id));
          const reply = await shopify.ask(access, { document: OrdersByIds, variables: { ids }, reply: NodesReply });
          return { nodes: reply.nodes, read: size };
        });
        asked.splice(0, read);
        for (const node of nodes) {
          if (node) found.set(numericId(node.id), await whole(shopify, access, node));
        }
      }
      return platformOrderIds.map((id) => found.get(id));
    },

    async changedSince(access, { since, cursor, limit }) {
      const orders: PlatformOrder[] = [];
      let after = cursor;
      do {
        const page = await affordably(async (size) => {
          const first = Math.min(size, limit - orders.length);
          const variables = { first, after, query: `updated_at:>='${searchTime(since)}'` };
          const reply = await shopify.ask(access, { document: OrdersPage, variables, reply: OrdersReply });
          return reply.orders;
        });
        for (const order of page.nodes) orders.push(await whole(shopify, access, order));
        after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
      } while (after !== undefined && orders.length < limit);
      return { orders, cursor: after };
    },
  };
}

async function whole(shopify: Shopify, access: PlatformAccess, order: OrderWithLinesReply): Promise<PlatformOrder> {
  const lines = await allPages(order.lineItems, async (after) => {
    const variables = { id: order.id, after };
    const reply = await shopify.ask(access, { document: OrderLineItemsPage, variables, reply: LinesReply });
    return reply.order?.lineItems;
  });
  const fulfilmentOrders = await readFulfilmentOrders(shopify, access, order.id, order.fulfillmentOrders);
  const ofOrder = lines.map((line) => platformLine(line, order));
  return platformOrder(order, ofOrder, fulfilmentOrders);
}

const OrdersReply = z.object({ orders: z.object({ nodes: z.array(OrderWithLinesReply), pageInfo: PageInfo }) });

/** Nodes that are gone, out of reach, or no orders are `null`. */
const NodesReply = z.object({
  nodes: z.array(
    z.union([
      OrderWithLinesReply.extend({ __typename: z.literal('Order') }),
      z.object({ __typename: z.string().refine((name) => name !== 'Order') }).transform(() => null),
      z.null(),
    ]),
  ),
});

const LinesReply = z.object({ order: z.object({ lineItems: LinePage }).nullable() });
