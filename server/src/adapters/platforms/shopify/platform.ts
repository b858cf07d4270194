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
import { verifyQuery, verifyWebhook } from './hmac.ts';
import { authorizeUrl, exchangeInstallCode, exchangePersonCode, refreshGrant } from './oauth.ts';
import { grantedScopes, shopInfo } from './shop-info.ts';
import { hiddenBefore, missingScopes, shopifyScopes } from './scopes.ts';
import { reconcileWebhooks } from './webhook-subscriptions.ts';
import { readWebhookContent, readWebhookHeaders } from './webhooks.ts';

export function createShopifyPlatform(shopify: Shopify): Platform {
  const { settings } = shopify;
  const orders = createOrderReader(shopify);
  return {
    verifyQuery: (rawQuery) => verifyQuery(rawQuery, settings.secrets, settings.now()),
    authorizeUrl: (input) => authorizeUrl(settings, input),
    exchangeInstallCode: (domain, code) => exchangeInstallCode(settings, domain, code),
    refreshGrant: (domain, refreshToken) => refreshGrant(settings, domain, refreshToken),
    exchangePersonCode: (domain, code) => exchangePersonCode(settings, domain, code),
    readWebhookHeaders,
    verifyWebhook: (rawBody, signature) => verifyWebhook(rawBody, signature, settings.secrets),
    readWebhookContent,
    askedScopes: shopifyScopes,
    missingScopes,
    shopInfo: (access) => shopInfo(shopify, access),
    grantedScopes: (access) => grantedScopes(shopify, access),
    hiddenBefore,
    ordersByIds: orders.byIds,
    ordersChangedSince: orders.changedSince,
    countOrders: (access, since) => countOrders(shopify, access, since),
    startBackfill: (access, since) => startBackfill(shopify, access, since),
    backfillState: (access, operationId) => backfillState(shopify, access, operationId),
    readBackfill: (_access, file, from) => readOrders(settings, file, from),
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
    orderAdminUrl: settings.orderAdminUrl,
  };
}
