import type { FastifyInstance } from 'fastify';
import { advanceParcels } from '../couriers/parcels/advance-parcels.ts';
import { courierJournal } from '../couriers/parcels/courier-journal.ts';
import { changeParcel } from '../couriers/parcels/change-parcel.ts';
import { restartNumbers } from '../couriers/parcels/tracking-number.ts';
import { mailJournal } from '../mailbox/mail-journal.ts';
import { changeShopSettings } from '../shopify/stores/change-shop.ts';
import { parseGid } from '../shopify/protocol/ids.ts';
import { launchLink, orderLink, selectionLink } from '../shopify/admin/app-links.ts';
import type { StoredOrder } from '../shopify/platform/order.ts';
import { subscriptionsOf } from '../shopify/billing/app-subscriptions.ts';
import { seedStores } from '../shopify/stores/seed-stores.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import { offlineTokenReply } from '../shopify/oauth/token-reply.ts';
import { changeScopes } from '../shopify/oauth/change-scopes.ts';
import { uninstallApp } from '../shopify/oauth/uninstall-app.ts';
import { addStoreOrders } from './add-store-orders.ts';
import { changeStoreOrder } from './change-store-order.ts';
import { changeSubscription } from './change-subscription.ts';
import { emitCompliance } from './emit-compliance.ts';
import {
  AdvanceBody,
  AppBody,
  FaultsBody,
  InstallBody,
  JournalQuery,
  LinksQuery,
  NewOrders,
  NumbersBody,
  OrderChange,
  ParcelBody,
  ResetBody,
  ShopChange,
  ShopParams,
  SubscriptionChange,
} from './inputs.ts';
import { fulfillmentRows, presentOrder } from './present-order.ts';
import { InvalidControlInput, parseInput } from './parse-input.ts';

/** The control calls: tests use them to read and change the sandbox. */
export function registerControl(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof InvalidControlInput) return reply.code(400).send({ error: error.message });
    throw error;
  });

  app.get('/_control/faults', async () => ({ rules: context.faults.rules(), hits: context.faults.hits() }));
  app.post('/_control/faults', (request) => {
    const { clear, rules } = parseInput(FaultsBody, request.body);
    if (clear) context.faults.clear();
    return { rules: rules.map((rule) => context.faults.add(rule)) };
  });

  app.get('/_control/journal', (request) => {
    const { since, shop } = parseInput(JournalQuery, request.query);
    const from = since && new Date(since).toISOString();
    const orders: StoredOrder[] = [];
    for (const order of shopify.orders.all()) {
      if ((!from || order.updatedAt >= from) && (!shop || order.shop === shop)) orders.push(order);
    }
    const now = context.now();
    return {
      consignments: courierJournal(context),
      fulfillments: orders.flatMap(fulfillmentRows),
      orders: orders.map((order) => presentOrder(order, now)),
      mails: mailJournal(context),
    };
  });

  app.post('/_control/orders', (request) => {
    const orders = addStoreOrders(shopify, parseInput(NewOrders, request.body ?? {}));
    const now = context.now();
    return { orders: orders.map((order) => presentOrder(order, now)) };
  });
  app.get<{ Params: { id: string } }>('/_control/orders/:id', async (request, reply) => {
    const order = orderOf(request.params.id);
    return order ? presentOrder(order, context.now()) : reply.code(404).send({ error: 'There is no such order' });
  });
  app.post<{ Params: { id: string } }>('/_control/orders/:id', async (request, reply) => {
    const order = orderOf(request.params.id);
    if (!order) return reply.code(404).send({ error: 'There is no such order' });
    const refusals = changeStoreOrder(shopify, order, parseInput(OrderChange, request.body));
    const answer = { order: presentOrder(order, context.now()), refusals };
    return refusals.length > 0 ? reply.code(409).send({ error: refusals.join('; '), ...answer }) : answer;
  });

  app.post('/_control/advance', (request) => ({
    parcels: advanceParcels(context, parseInput(AdvanceBody, request.body ?? undefined)),
  }));

  app.post('/_control/parcels', async (request, reply) => {
    const parcels = changeParcel(context, parseInput(ParcelBody, request.body));
    return parcels.length > 0 ? { parcels } : reply.code(404).send({ error: 'There is no such parcel' });
  });
  app.post('/_control/numbers', (request) => {
    const { courier, given } = parseInput(NumbersBody, request.body);
    restartNumbers(context, courier, given);
    return { courier, given };
  });

  app.get('/_control/rejected', async () => ({ rejected: context.rejected.list() }));

  app.get('/_control/links', (request) => {
    const { shop, ids } = parseInput(LinksQuery, request.query);
    return {
      launch: launchLink(context, shop),
      single: ids[0] === undefined ? null : orderLink(context, shop, ids[0]),
      bulk: ids.length === 0 ? null : selectionLink(context, shop, ids),
    };
  });

  app.get('/_control/shops/:shop', async (request, reply) => {
    const { shop: domain } = parseInput(ShopParams, request.params);
    const shop = shopify.shops.get(domain);
    if (!shop) return reply.code(404).send({ error: 'There is no such store' });
    const installation = shopify.installations.get(domain);
    return {
      ...shop,
      installed: installation !== undefined,
      scopes: installation?.scopes ?? [],
      webhooks: shopify.webhooks.subscriptions(domain),
    };
  });
  app.post('/_control/shops/:shop', async (request, reply) => {
    const { shop: domain } = parseInput(ShopParams, request.params);
    const change = parseInput(ShopChange, request.body ?? {});
    const shop = shopify.shops.ensure(domain);
    if (!shop) return reply.code(404).send({ error: 'There is no such store' });
    changeShopSettings(shopify, shop, change);
    if (change.expireAccessTokens) shopify.installations.expireAccessTokens(domain);
    if (change.revokeTokens) shopify.installations.revokeTokens(domain);
    if (change.scopes) changeScopes(shopify, domain, change.scopes);
    if (change.uninstall) uninstallApp(shopify, domain);
    if (change.compliance) emitCompliance(shopify, shop, change.compliance);
    return shop;
  });
  app.get('/_control/shops/:shop/subscriptions', (request) => {
    const { shop } = parseInput(ShopParams, request.params);
    return { subscriptions: subscriptionsOf(shopify, shop) };
  });
  app.post('/_control/shops/:shop/subscriptions', async (request, reply) => {
    const { shop: domain } = parseInput(ShopParams, request.params);
    const shop = shopify.shops.ensure(domain);
    if (!shop) return reply.code(404).send({ error: 'There is no such store' });
    const refusal = changeSubscription(shopify, shop, parseInput(SubscriptionChange, request.body));
    const answer = { subscriptions: subscriptionsOf(shopify, domain) };
    return refusal ? reply.code(409).send({ error: refusal, ...answer }) : answer;
  });
  app.post('/_control/shops/:shop/install', async (request, reply) => {
    const { shop: domain } = parseInput(ShopParams, request.params);
    const { scopes } = parseInput(InstallBody, request.body);
    if (!shopify.shops.ensure(domain)) return reply.code(404).send({ error: 'There is no such store' });
    shopify.installations.grant(domain, scopes);
    return offlineTokenReply(shopify.installations.issueOffline(domain, true), context.now());
  });

  app.get('/_control/webhooks', async () => ({
    pending: shopify.webhooks.pending().map(({ body: _body, ...delivery }) => delivery),
    recent: shopify.webhooks.recent(),
  }));
  app.post('/_control/webhooks/deliver', async () => {
    shopify.webhooks.deliverNow();
    return { pending: shopify.webhooks.pending().length };
  });

  app.post('/_control/app', (request) => {
    context.config.appUrl = parseInput(AppBody, request.body).appUrl.replace(/(?<!\/)\/+$/, '');
    return { appUrl: context.config.appUrl };
  });

  app.post('/_control/reset', (request) => {
    const { seed = context.config.seed } = parseInput(ResetBody, request.body ?? undefined);
    context.state.reset();
    seedStores(shopify, seed);
    return { reset: true };
  });

  /** By number, or as the API names it. */
  function orderOf(id: string): StoredOrder | undefined {
    return shopify.orders.get(parseGid(id)?.id ?? Number(id));
  }
}
