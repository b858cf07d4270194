import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { storeUpdateWork } from '../sync/jobs.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // The store has the real time.
  server.clock.now = new Date();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const updateItYourself = 'Shopify does not show us orders older than 60 days. Update the order in the store yourself.';

/** An order of two months ago that we have a copy of. */
async function anOldOrder(): Promise<Order> {
  const order = await shop.newOrder({ createdAt: daysAgo(59.5) });
  await deliverWebhooks(server);
  return order;
}

/** Its 60th day is over: the store answers nothing for it. */
const hide = ({ id }: Order) => server.sandbox.control(`orders/${id}`, { createdAt: daysAgo(61) });

async function aHiddenOrder(): Promise<Order> {
  const order = await anOldOrder();
  await hide(order);
  await deliverWebhooks(server);
  return order;
}

const listed = async (query: string) =>
  (await server.call('GET', `store-orders?${query}`, { token: shop.token })).body.data.map(
    ({ order_name, problems }: { order_name: string; problems: string[] }) => [order_name, problems],
  );

const formOf = async ({ id }: Order) =>
  (await server.call('GET', `get-order-from-shopify/${id}`, { token: shop.token })).body.orderData;

const cases = async (): Promise<string[]> =>
  (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );

const storeOf = async (shipmentId: string) =>
  (await server.call('GET', `shipments/${shipmentId}`, { token: shop.token })).body.data.store;

const grant = (scopes: readonly string[]) => server.sandbox.control(`shops/${shop.domain}`, { scopes });

test('an order that Shopify hides needs a look in the list, in batches and on the form, in the same words', async () => {
  const old = await aHiddenOrder();
  const plain = await shop.newOrder({ phone: '03007654321' });
  await deliverWebhooks(server);
  expect(await listed('tab=ready')).toEqual([[plain.name, []]]);
  expect(await listed('tab=look')).toEqual([[old.name, ['hidden-by-store']]]);
  expect(await listed('tab=look&missing=hidden-by-store')).toEqual([[old.name, ['hidden-by-store']]]);

  const form = await formOf(old);
  const [asked] = form.issues;
  expect(form.problems).toEqual(['hidden-by-store']);
  expect(asked).toMatchObject({
    code: 'hidden-by-store',
    level: 'warning',
    msg: 'Shopify shows us orders for 60 days only. Check in the store that this order is unchanged. After booking, update it in the store yourself.',
  });

  const batch = await aBatch(server, shop, [old, plain], { account: shop.accounts.LEOPARD });
  expect(await batch.row(plain.name)).toMatchObject({ ready: true });
  const row = await batch.row(old.name);
  expect(row.ready).toBe(false);
  expect(row.issues.map(({ code, msg }) => [code, msg])).toEqual([[asked.code, asked.msg]]);
});

test('a hidden order is booked with our copy after a person confirms, and the store update ends without a case', async () => {
  const old = await aHiddenOrder();
  const unasked = await shop.book(old, 'LEOPARD');
  expect(unasked.status).toBe(409);
  expect(unasked.body.errors[0]).toMatchObject({
    code: 'order-not-confirmed',
    detail: { issues: [{ code: 'hidden-by-store' }] },
  });
  const booked = await shop.bookAnyway(old, 'LEOPARD');
  expect(booked.status).toBe(200);
  await server.work('store-updates');
  expect(await storeOf(booked.body.data.id)).toEqual({ state: 'out-of-reach', message: updateItYourself });
  expect(await cases()).toEqual([]);
});

test('a batch books a hidden order after it was confirmed there', async () => {
  const old = await aHiddenOrder();
  const batch = await aBatch(server, shop, [old], { account: shop.accounts.LEOPARD });
  const row = await batch.row(old.name);
  await batch.set(row, { accept: row.issues.map(({ code, subject }) => ({ code, subject })) });
  const { rows } = await batch.book();
  expect(rows).toMatchObject([{ order_name: old.name, state: 'booked' }]);
});

test('a cancel of an order that is hidden since says that the store must be updated by hand', async () => {
  const order = await anOldOrder();
  const { body } = await shop.bookAnyway(order, 'LEOPARD');
  await server.work('store-updates');
  await hide(order);
  const { token } = shop;
  const cancelled = await server.call('PUT', `cancel-booking/${body.data.trackingNumber}`, { token });
  expect(cancelled.status).toBe(200);
  expect(cancelled.body.message).toBe(`Order has been cancelled from courier. ${updateItYourself}`);
  expect(await cases()).toEqual([]);
});

test('a hidden order whose booking was cancelled can be booked again', async () => {
  const order = await anOldOrder();
  const { body } = await shop.bookAnyway(order, 'LEOPARD');
  await server.work('store-updates');
  await deliverWebhooks(server);
  await hide(order);
  await server.call('PUT', `cancel-booking/${body.data.trackingNumber}`, { token: shop.token });
  expect(await listed('tab=look')).toEqual([[order.name, ['hidden-by-store']]]);
  expect((await shop.bookAnyway(order, 'TCS')).status).toBe(200);
});

test('a parcel that is delivered after its order was hidden says so in its history, once, and opens no case', async () => {
  const order = await anOldOrder();
  const { body } = await shop.bookAnyway(order, 'LEOPARD');
  await server.work('store-updates');
  await hide(order);
  for (const to of ['in_transit', 'delivered']) {
    await server.sandbox.control('advance', { tracking_number: body.data.trackingNumber, to });
    server.clock.advance(4 * 3_600_000);
    await server.work('tracking');
    await server.work('store-updates');
  }
  expect(await cases()).toEqual([]);
  const panel = await server.call('GET', `track-order/${body.data.trackingNumber}?stored=true`, { token: shop.token });
  const told = panel.body.shipment.history.filter(({ what }: { what: string }) => what === updateItYourself);
  expect(told).toHaveLength(1);
});

test('a shop with read_all_orders sees its old orders as any other, and the store updates that waited for it are made', async () => {
  const old = await aHiddenOrder();
  const booked = await shop.bookAnyway(old, 'LEOPARD');
  await server.work('store-updates');
  const other = await anOldOrder();
  await hide(other);
  await grant([...server.context.platform.askedScopes, 'read_all_orders']);
  await deliverWebhooks(server);
  await server.work('store-updates');
  expect(await storeOf(booked.body.data.id)).toMatchObject({ state: 'done' });
  expect(await listed('tab=ready')).toEqual([[other.name, []]]);
  expect((await shop.book(other, 'LEOPARD')).status).toBe(200);
});

test('store updates that waited for read_all_orders are made when renewing our access brings it, also without a webhook', async () => {
  const old = await aHiddenOrder();
  const booked = await shop.bookAnyway(old, 'LEOPARD');
  await server.work('store-updates');
  expect(await storeOf(booked.body.data.id)).toMatchObject({ state: 'out-of-reach' });
  await grant([...server.context.platform.askedScopes, 'read_all_orders']);
  server.clock.advance(61 * 60_000);
  await platformAccess(server.context, shop.shopId);
  await requestNeededJobs(server.context, [storeUpdateWork]);
  await server.work('store-updates');
  expect(await storeOf(booked.body.data.id)).toMatchObject({ state: 'done' });
});

test('orders that were left unbooked before an uninstall need a look when the app is installed again months later', async () => {
  const order = await anOldOrder();
  await server.sandbox.control(`shops/${shop.domain}`, { uninstall: true });
  await deliverWebhooks(server);
  server.clock.advance(70 * 86_400_000);
  await server.sandbox.control(`orders/${order.id}`, { createdAt: daysAgo(130) });
  expect(await anInstalledStore(server, { domain: shop.domain })).toMatchObject({ shopId: shop.shopId });
  const { token } = await aUser(server.context, shop.shopId);
  const list = await server.call('GET', 'store-orders?tab=look', { token });
  expect(list.body.data).toMatchObject([{ order_name: order.name, problems: ['hidden-by-store'] }]);
});
