import { GraphQLError } from 'graphql';
import type { SubscriptionInput } from '../billing/app-subscriptions.ts';
import {
  cancelSubscription,
  createSubscription,
  presentSubscription,
  subscriptionById,
} from '../billing/app-subscriptions.ts';
import { presentBulkOperation } from '../platform/bulk-operations.ts';
import type { FulfillmentEventInput } from '../orders/change-fulfillment.ts';
import { addFulfillmentEvent, cancelFulfillment, changeTracking } from '../orders/change-fulfillment.ts';
import { addTags, canMarkAsPaid, markAsPaid, removeTags } from '../orders/change-order.ts';
import type { FulfillmentInput, TrackingInput } from '../orders/create-fulfillment.ts';
import { createFulfillment } from '../orders/create-fulfillment.ts';
import { gid, parseGid } from '../protocol/ids.ts';
import type { Fulfillment, StoredOrder } from '../platform/order.ts';
import { uninstallApp } from '../oauth/uninstall-app.ts';
import { userError } from '../protocol/user-error.ts';
import type { WebhookSubscriptionInput } from '../webhooks/webhook-subscriptions.ts';
import {
  createWebhookSubscription,
  presentWebhookSubscription,
  updateWebhookSubscription,
} from '../webhooks/webhook-subscriptions.ts';
import { bulkRefusal } from './bulk-query.ts';
import { presentFulfillmentEvent } from './fulfillment-parts.ts';
import { presentFulfillment, presentOrder } from './present-order.ts';
import { presentApp } from './present-shop.ts';
import { invalidId } from './query-root.ts';
import { adminSchema } from './schema.ts';
import type { View } from './graphql-context.ts';
import { canSee } from './graphql-context.ts';

const maxRunningBulkOperations = 5;
const maxInput = 250;

/** The simulated fields of Mutation; everything else answers SIM_NOT_IMPLEMENTED. */
export function mutationRoot(): object {
  return {
    fulfillmentCreate: (args: { fulfillment: FulfillmentInput; message?: string | null }, view: View) => {
      const result = createFulfillment(view.shopify, args.fulfillment, (order) => canSee(view, order), {
        app: true,
        message: args.message ?? null,
      });
      const made = result.fulfillment;
      return {
        fulfillment: made && presentFulfillment(view, made.order, made.fulfillment),
        userErrors: result.userErrors,
      };
    },
    fulfillmentCancel: ({ id }: { id: string }, view: View) => {
      const found = findFulfillment(view, id);
      if (!found) return { fulfillment: null, ...userError(['id'], 'Fulfillment not found.') };
      cancelFulfillment(view.shopify, found.order, found.fulfillment, true);
      return { fulfillment: presentFulfillment(view, found.order, found.fulfillment), userErrors: [] };
    },
    fulfillmentTrackingInfoUpdate: (
      args: { fulfillmentId: string; trackingInfoInput: TrackingInput; notifyCustomer?: boolean | null },
      view: View,
    ) => {
      const found = findFulfillment(view, args.fulfillmentId);
      if (!found) return { fulfillment: null, ...userError(['fulfillmentId'], 'Fulfillment does not exist.') };
      changeTracking(
        view.shopify,
        found.order,
        found.fulfillment,
        args.trackingInfoInput,
        args.notifyCustomer ?? false,
      );
      return { fulfillment: presentFulfillment(view, found.order, found.fulfillment), userErrors: [] };
    },
    fulfillmentEventCreate: (
      { fulfillmentEvent }: { fulfillmentEvent: FulfillmentEventInput & { fulfillmentId: string } },
      view: View,
    ) => {
      const found = findFulfillment(view, fulfillmentEvent.fulfillmentId);
      if (!found) {
        const field = ['fulfillmentEvent', 'fulfillmentId'];
        return { fulfillmentEvent: null, ...userError(field, 'Fulfillment does not exist.') };
      }
      const event = addFulfillmentEvent(view.shopify, found.order, found.fulfillment, fulfillmentEvent);
      return { fulfillmentEvent: presentFulfillmentEvent(event), userErrors: [] };
    },
    tagsAdd: (args: { id: string; tags: string[] }, view: View) =>
      changeTags(view, args, (order) => addTags(view.shopify, order, args.tags)),
    tagsRemove: (args: { id: string; tags: string[] }, view: View) =>
      changeTags(view, args, (order) => {
        removeTags(view.shopify, order, args.tags);
        return undefined;
      }),
    orderMarkAsPaid: ({ input }: { input: { id: string } }, view: View) => {
      const order = findOrder(view, input.id);
      if (!order) return { order: null, ...userError(['id'], 'Order does not exist') };
      if (!canMarkAsPaid(order)) {
        return { order: presentOrder(view, order), ...userError(['id'], 'Order cannot be marked as paid.') };
      }
      markAsPaid(view.shopify, order);
      return { order: presentOrder(view, order), userErrors: [] };
    },
    bulkOperationRunQuery: ({ query, groupObjects }: { query: string; groupObjects: boolean }, view: View) => {
      const { bulkOperations } = view.shopify;
      const refusal = bulkRefusal(adminSchema().schema, query);
      if (refusal)
        return { bulkOperation: null, userErrors: [{ field: ['query'], message: refusal, code: 'INVALID' }] };
      const running = bulkOperations.running(view.shop.domain);
      if (running.length >= maxRunningBulkOperations) {
        const ids = running.map((operation) => gid('BulkOperation', operation.id)).join(', ');
        const message = `A bulk query operation for this app and shop is already in progress: ${ids}`;
        return { bulkOperation: null, userErrors: [{ field: null, message, code: 'OPERATION_IN_PROGRESS' }] };
      }
      const operation = bulkOperations.start(view.shop.domain, query, {
        grouped: groupObjects,
        scopes: [...view.scopes],
      });
      return { bulkOperation: presentBulkOperation(view.shopify.context.publicUrl, operation), userErrors: [] };
    },
    bulkOperationCancel: ({ id }: { id: string }, view: View) => {
      const parsed = parseGid(id);
      const operation =
        parsed?.type === 'BulkOperation' ? view.shopify.bulkOperations.get(view.shop.domain, parsed.id) : undefined;
      if (!operation) return { bulkOperation: null, ...userError(['id'], 'Bulk operation does not exist') };
      if (operation.completedAt) {
        const message = `A bulk operation cannot be canceled when it is ${operation.status.toLowerCase()}`;
        return {
          bulkOperation: presentBulkOperation(view.shopify.context.publicUrl, operation),
          ...userError(null, message),
        };
      }
      view.shopify.bulkOperations.cancel(operation);
      return { bulkOperation: presentBulkOperation(view.shopify.context.publicUrl, operation), userErrors: [] };
    },
    webhookSubscriptionCreate: (args: { topic: string; webhookSubscription: WebhookSubscriptionInput }, view: View) => {
      const { topic, webhookSubscription } = args;
      const made = createWebhookSubscription(view.shopify, view.shop.domain, topic, webhookSubscription, view.scopes);
      return {
        webhookSubscription: made.subscription && presentWebhookSubscription(made.subscription),
        userErrors: made.userErrors,
      };
    },
    webhookSubscriptionUpdate: (args: { id: string; webhookSubscription: WebhookSubscriptionInput }, view: View) => {
      const known = findWebhook(view, args.id);
      if (!known) return { webhookSubscription: null, ...userError(['id'], 'Webhook subscription does not exist') };
      const changed = updateWebhookSubscription(view.shopify, known, args.webhookSubscription);
      return {
        webhookSubscription: changed.subscription && presentWebhookSubscription(changed.subscription),
        userErrors: changed.userErrors,
      };
    },
    webhookSubscriptionDelete: ({ id }: { id: string }, view: View) => {
      const known = findWebhook(view, id);
      if (!known)
        return { deletedWebhookSubscriptionId: null, ...userError(['id'], 'Webhook subscription does not exist') };
      view.shopify.webhooks.deleteSubscription(known.id);
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
    appSubscriptionCreate: (args: SubscriptionInput, view: View) => {
      const { subscription, userErrors } = createSubscription(view.shopify, view.shop, args);
      const { publicUrl } = view.shopify.context;
      return {
        confirmationUrl: subscription && `${publicUrl}/shopify/${view.shop.domain}/charges/${subscription.id}/confirm`,
        appSubscription: subscription && presentSubscription(subscription),
        userErrors,
      };
    },
    appSubscriptionCancel: ({ id }: { id: string }, view: View) => {
      const parsed = parseGid(id);
      const known =
        parsed?.type === 'AppSubscription' ? subscriptionById(view.shopify, view.shop.domain, parsed.id) : undefined;
      if (!known) return { appSubscription: null, ...userError(['id'], "Couldn't find RecurringApplicationCharge") };
      const userErrors = cancelSubscription(view.shopify, known);
      return { appSubscription: presentSubscription(known), userErrors };
    },
    appUninstall: (_: object, view: View) => {
      const app = presentApp(view);
      uninstallApp(view.shopify, view.shop.domain);
      return { app, userErrors: [] };
    },
  };
}

function findOrder(view: View, id: string): StoredOrder | undefined {
  const parsed = parseGid(id);
  if (parsed?.type !== 'Order') throw invalidId(id);
  const order = view.shopify.orders.get(parsed.id);
  return order && canSee(view, order) ? order : undefined;
}

function findFulfillment(view: View, id: string): { order: StoredOrder; fulfillment: Fulfillment } | undefined {
  const parsed = parseGid(id);
  if (parsed?.type !== 'Fulfillment') throw invalidId(id);
  const order = view.shopify.orders.byFulfillment(parsed.id);
  const fulfillment = order?.fulfillments.find((entry) => entry.id === parsed.id);
  return order && fulfillment && canSee(view, order) ? { order, fulfillment } : undefined;
}

function findWebhook(view: View, id: string) {
  const parsed = parseGid(id);
  return parsed?.type === 'WebhookSubscription'
    ? view.shopify.webhooks.subscription(view.shop.domain, parsed.id)
    : undefined;
}

function changeTags(
  view: View,
  args: { id: string; tags: string[] },
  change: (order: StoredOrder) => string | undefined,
): object {
  if (args.tags.length > maxInput) {
    throw new GraphQLError(
      `The input array size of ${args.tags.length} is greater than the maximum allowed of ${maxInput}.`,
      { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
    );
  }
  const order = findOrder(view, args.id);
  if (!order) return { node: null, ...userError(['id'], 'Order does not exist') };
  const refusal = change(order);
  return { node: presentOrder(view, order), userErrors: refusal ? userError(['tags'], refusal).userErrors : [] };
}
