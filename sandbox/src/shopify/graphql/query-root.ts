import { GraphQLError } from 'graphql';
import { activeSubscriptions, presentSubscription, subscriptionById } from '../billing/app-subscriptions.ts';
import { presentBulkOperation } from '../platform/bulk-operations.ts';
import { gid, parseGid } from '../protocol/ids.ts';
import { fulfilledQuantities } from '../platform/order.ts';
import { presentWebhookSubscription } from '../webhooks/webhook-subscriptions.ts';
import type { PageArguments } from './connection.ts';
import { connectionOf } from './connection.ts';
import type { OrdersArguments } from './list-orders.ts';
import { countOrders, listOrders } from './list-orders.ts';
import { presentLocation } from './fulfillment-parts.ts';
import { presentLine } from './present-line.ts';
import { presentFulfillment, presentFulfillmentOrder, presentOrder } from './present-order.ts';
import { presentApp, presentInstallation, presentShop } from './present-shop.ts';
import { exactTerms } from './search-query.ts';
import type { View } from './graphql-context.ts';
import { canSee } from './graphql-context.ts';

type Ids = { ids: string[] };
type Id = { id: string };

const maxInput = 250;

/** The simulated fields of QueryRoot; everything else answers SIM_NOT_IMPLEMENTED. */
export function queryRoot(): object {
  return {
    shop: (_: object, view: View) => presentShop(view),
    app: (_: object, view: View) => presentApp(view),
    currentAppInstallation: (_: object, view: View) =>
      presentInstallation(view, activeSubscriptions(view.shopify, view.shop.domain).map(presentSubscription)),
    orders: (args: OrdersArguments, view: View) => listOrders(view, args),
    ordersCount: (args: { query?: string | null; limit?: number | null }, view: View) => {
      const count = countOrders(view, args.query);
      const limit = args.limit ?? 10_000;
      return { count: Math.min(count, limit), precision: count > limit ? 'AT_LEAST' : 'EXACT' };
    },
    order: (args: Id, view: View) => typedNode(view, args.id, 'Order'),
    fulfillmentOrder: (args: Id, view: View) => typedNode(view, args.id, 'FulfillmentOrder'),
    fulfillment: (args: Id, view: View) => typedNode(view, args.id, 'Fulfillment'),
    webhookSubscription: (args: Id, view: View) => typedNode(view, args.id, 'WebhookSubscription'),
    bulkOperation: (args: Id, view: View) => typedNode(view, args.id, 'BulkOperation'),
    node: (args: Id, view: View) => node(view, args.id),
    nodes: (args: Ids, view: View) => {
      if (args.ids.length > maxInput) {
        throw new GraphQLError(
          `The input array size of ${args.ids.length} is greater than the maximum allowed of ${maxInput}.`,
          { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
        );
      }
      return args.ids.map((id) => node(view, id));
    },
    locations: (args: PageArguments, view: View) => connectionOf(view.shop.locations, args, view, presentLocation),
    webhookSubscriptions: (
      args: PageArguments & { topics?: string[] | null; uri?: string | null; callbackUrl?: string | null },
      view: View,
    ) => {
      const uri = args.uri ?? args.callbackUrl;
      const found = view.shopify.webhooks
        .subscriptions(view.shop.domain)
        .filter((entry) => (!args.topics || args.topics.includes(entry.topic)) && (!uri || entry.uri === uri));
      return connectionOf(found, args, view, presentWebhookSubscription);
    },
    bulkOperations: (args: PageArguments & { query?: string | null }, view: View) => {
      const wanted = exactTerms(args.query);
      const found = view.shopify.bulkOperations.list(view.shop.domain).filter((operation) => {
        if (wanted['operation_type'] && wanted['operation_type'] !== 'query') return false;
        return !wanted['status'] || operation.status.toLowerCase() === wanted['status'];
      });
      return connectionOf(found, args, view, (operation) =>
        presentBulkOperation(view.shopify.context.publicUrl, operation),
      );
    },
  };
}

export function invalidId(id: string): GraphQLError {
  return new GraphQLError(`Invalid id: ${id}`, { extensions: { code: 'RESOURCE_NOT_FOUND' } });
}

function typedNode(view: View, id: string, type: string): object | null {
  const parsed = parseGid(id);
  if (parsed?.type !== type) throw invalidId(id);
  return node(view, id);
}

function node(view: View, text: string): object | null {
  const parsed = parseGid(text);
  if (!parsed) throw invalidId(text);
  const { id, type } = parsed;
  const { orders, webhooks, bulkOperations } = view.shopify;
  switch (type) {
    case 'Order': {
      const order = orders.get(id);
      return order && canSee(view, order) ? presentOrder(view, order) : null;
    }
    case 'FulfillmentOrder': {
      const order = orders.byFulfillmentOrder(id);
      const entry = order?.fulfillmentOrders.find((candidate) => candidate.id === id);
      return order && entry && canSee(view, order) ? presentFulfillmentOrder(view, order, entry) : null;
    }
    case 'Fulfillment': {
      const order = orders.byFulfillment(id);
      const entry = order?.fulfillments.find((candidate) => candidate.id === id);
      return order && entry && canSee(view, order) ? presentFulfillment(view, order, entry) : null;
    }
    case 'LineItem': {
      const order = orders.byLine(id);
      const line = order?.lines.find((candidate) => candidate.id === id);
      return order && line && canSee(view, order) ? presentLine(view, order, line, fulfilledQuantities(order)) : null;
    }
    case 'WebhookSubscription': {
      const subscription = webhooks.subscription(view.shop.domain, id);
      return subscription ? presentWebhookSubscription(subscription) : null;
    }
    case 'BulkOperation': {
      const operation = bulkOperations.get(view.shop.domain, id);
      return operation ? presentBulkOperation(view.shopify.context.publicUrl, operation) : null;
    }
    case 'AppSubscription': {
      const subscription = subscriptionById(view.shopify, view.shop.domain, id);
      return subscription ? presentSubscription(subscription) : null;
    }
    case 'Shop':
      return text === gid('Shop', view.shop.id) ? presentShop(view) : null;
    case 'Location': {
      const location = view.shop.locations.find((candidate) => candidate.id === id);
      return location ? presentLocation(location) : null;
    }
    default:
      return null;
  }
}
