import type { Platform } from '../platform.ts';
import { backfillState, countOrders, startBackfill } from './backfill.ts';
import { billing, cancelSubscription, createSubscription } from './billing.ts';
import { readOrders } from './bulk.ts';
import type { Shopify } from './client.ts';
import { createFulfilmentStateReader } from './fulfilment-state.ts';
import { addFulfilmentEvent, cancelFulfilment, fulfil } from './fulfilments.ts';
import { createOrderReader } from './orders.ts';
import { createOrderStateReader } from './order-states.ts';
import { addTags, markPaid, removeTags } from './order-changes.ts';
import { grantedScopes, shopInfo } from './shop-info.ts';
import { hiddenBefore } from './scopes.ts';
import { reconcileWebhooks } from './webhook-subscriptions.ts';

export function createShopifyPlatform(shopify: Shopify): Platform {
  const orders = createOrderReader(shopify);
  return {
    name: 'shopify',
    shopInfo: (access) => shopInfo(shopify, access),
    grantedScopes: (access) => grantedScopes(shopify, access),
    hiddenBefore,
    ordersByIds: orders.byIds,
    ordersChangedSince: orders.changedSince,
    countOrders: (access, since) => countOrders(shopify, access, since),
    startBackfill: (access, since) => startBackfill(shopify, access, since),
    backfillState: (access, operationId) => backfillState(shopify, access, operationId),
    readBackfill: (_access, file, from) => readOrders(shopify.settings, file, from),
    orderStates: createOrderStateReader(shopify),
    fulfilmentState: createFulfilmentStateReader(shopify),
    fulfil: (access, input) => fulfil(shopify, access, input),
    cancelFulfilment: (access, fulfilmentId) => cancelFulfilment(shopify, access, fulfilmentId),
    addFulfilmentEvent: (access, input) => addFulfilmentEvent(shopify, access, input),
    addTags: (access, platformOrderId, tags) => addTags(shopify, access, platformOrderId, tags),
    removeTags: (access, platformOrderId, tags) => removeTags(shopify, access, platformOrderId, tags),
    markPaid: (access, platformOrderId, received) => markPaid(shopify, access, platformOrderId, received),
    reconcileWebhooks: (access, uri) => reconcileWebhooks(shopify, access, uri),
    createSubscription: (access, input) => createSubscription(shopify, access, input),
    cancelSubscription: (access, subscriptionId) => cancelSubscription(shopify, access, subscriptionId),
    billing: (access, subscriptionIds) => billing(shopify, access, subscriptionIds),
    orderAdminUrl: shopify.settings.orderAdminUrl,
  };
}
