import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const minute = 60_000;

let server: TestServer;
let shop: BookableShop;
/** Counts requests to the store; they are sent all the same. */
const fetched = vi.spyOn(globalThis, 'fetch');
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // Otherwise the hours pass for the shops of earlier tests too.
  await server.context.pool.query('delete from pgboss.job');
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => {
  fetched.mockRestore();
  return server?.close();
});

test.each([402, 423])('an order that changes while the store answers %i for hours is not forgotten', async (status) => {
  const order = await shop.newOrder();
  await lock(status);
  await hoursPass(6);
  expect(await inbox()).toMatchObject([{ processed_at: null }]);
  await lock(null);
  server.clock.advance(6 * minute);
  await sweepAll();
  expect(await mirrored(order.id)).toMatchObject({ name: order.name });
  expect((await inbox()).every((row) => row.processed_at !== null)).toBe(true);
});

test('a parcel booked while the store is frozen is fulfilled when it opens, without a failed update', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const form = await shop.form(order, 'LEOPARD');
  await lock(402);
  const booked = await server.call('POST', 'book-order', { token: shop.token, body: form });
  expect(booked.status).toBe(200);
  expect(booked.body.data.store.message).toContain('frozen');
  await hoursPass(6);
  expect(await updates()).toMatchObject([{ state: 'due', tries: 0 }]);
  expect(await failures()).toEqual([]);
  await lock(null);
  server.clock.advance(6 * minute);
  await sweepAll();
  expect(await shop.fulfilments()).toMatchObject([{ order_name: order.name, status: 'SUCCESS' }]);
});

test('store updates wait while our access is withdrawn, and go on after the next installation', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  await shop.book(order, 'LEOPARD');
  await server.sandbox.control('faults', { clear: true });
  await server.sandbox.control(`shops/${shop.domain}`, { revokeTokens: true });
  await hoursPass(6);
  expect(await updates()).toMatchObject([{ state: 'due' }]);
  await anInstalledStore(server, { domain: shop.domain });
  await sweepAll();
  expect(await shop.fulfilments()).toMatchObject([{ order_name: order.name, status: 'SUCCESS' }]);
});

test('store updates wait after an uninstall, and go on after the next installation', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  await shop.book(order, 'LEOPARD');
  await server.sandbox.control('faults', { clear: true });
  await server.sandbox.control(`shops/${shop.domain}`, { uninstall: true });
  await deliverWebhooks(server);
  await hoursPass(6);
  expect(await updates()).toMatchObject([{ state: 'due' }]);
  await anInstalledStore(server, { domain: shop.domain });
  await sweepAll();
  expect(await shop.fulfilments()).toMatchObject([{ order_name: order.name, status: 'SUCCESS' }]);
});

test('store updates wait while a permission is missing, and go on when the store returns it', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const form = await shop.form(order, 'LEOPARD');
  const needed = (scope: string) => scope.startsWith('write_') && scope.includes('fulfillment_orders');
  await grant(server.context.platform.askedScopes.filter((scope) => !needed(scope)));
  await server.call('POST', 'book-order', { token: shop.token, body: form });
  await hoursPass(6);
  expect(await updates()).toMatchObject([{ state: 'due', tries: 0 }]);
  await grant(server.context.platform.askedScopes);
  server.clock.advance(6 * minute);
  await sweepAll();
  expect(await shop.fulfilments()).toMatchObject([{ order_name: order.name, status: 'SUCCESS' }]);
});

test('a frozen store is asked once in five minutes, whatever waits for it', async () => {
  await shop.newOrder();
  await lock(402);
  await sweepAll();
  const asked = requests();
  for (let minutes = 0; minutes < 30; minutes += 1) {
    server.clock.advance(minute);
    await sweepAll();
  }
  expect(requests() - asked).toBeLessThanOrEqual(7);
});

test.each([
  [402, 'frozen'],
  [423, 'locked'],
])('a store that answers %i is called %s, not silent', async (status, word) => {
  await lock(status);
  const answer = await server.call('POST', 'store-orders/refresh', { token: shop.token });
  expect(answer.body.errors[0].msg).toContain(word);
  const unknown = await server.call('GET', 'get-order-from-shopify/4711', { token: shop.token });
  expect(unknown.body.errors[0].msg).toContain(word);
});

function lock(lockedWith: number | null) {
  return server.sandbox.control(`shops/${shop.domain}`, { settings: { lockedWith } });
}

function grant(scopes: readonly string[]) {
  return server.sandbox.control(`shops/${shop.domain}`, { scopes });
}

async function hoursPass(hours: number): Promise<void> {
  for (let minutes = 0; minutes < hours * 60; minutes += 10) {
    server.clock.advance(10 * minute);
    await sweepAll();
  }
}

async function sweepAll(): Promise<void> {
  await server.work('store-probes');
  await server.work('webhooks');
  await server.work('store-reads');
  await server.work('store-updates');
}

function inbox() {
  return withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('webhook_inbox')
      .select(['topic', 'processed_at', 'tries'])
      .where('topic', 'like', 'orders/%')
      .execute(),
  );
}

function mirrored(platformOrderId: string) {
  return withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('store_order').selectAll().where('platform_order_id', '=', platformOrderId).executeTakeFirst(),
  );
}

function updates() {
  return withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('desired_store_state').select(['state', 'tries', 'message']).execute(),
  );
}

function failures() {
  return withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('attention').select('kind').where('kind', '=', 'store-update-failed').execute(),
  );
}

function requests(): number {
  return fetched.mock.calls.filter(([url]) => String(url).includes(`/${shop.domain}/admin/`)).length;
}
