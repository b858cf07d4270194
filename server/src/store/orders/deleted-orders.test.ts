import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };

const change = (order: Order, changes: object) => server.sandbox.control(`orders/${order.id}`, changes);

async function aBookedOrder(): Promise<{ order: Order; number: string }> {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const { body } = await shop.book(order, 'LEOPARD');
  await server.work('store-updates');
  await deliverWebhooks(server);
  return { order, number: body.data.trackingNumber };
}

const cases = async () =>
  (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data.map(
    ({ kind, order_name, changes, actions }: Record<string, unknown>) => ({ kind, order_name, changes, actions }),
  );

const deletedCase = ({ name }: Order) => ({
  kind: 'changed-after-booking',
  order_name: name,
  changes: [{ field: 'Order', was: 'open', now: 'deleted in the store' }],
  actions: expect.arrayContaining(['cancel-and-rebook']),
});

test('an order that is deleted in the store after it was booked opens a case that names it and offers a cancel', async () => {
  const { order } = await aBookedOrder();
  await change(order, { delete: true });
  await deliverWebhooks(server);
  expect(await cases()).toEqual([deletedCase(order)]);
});

test('an order that is cancelled and deleted while no webhook arrives is found by the comparison with the store', async () => {
  const { order } = await aBookedOrder();
  await change(order, { cancelFulfillments: true });
  await change(order, { cancel: true });
  await change(order, { delete: true });
  expect(await cases()).toEqual([]);
  await server.call('POST', 'comparisons', { token: shop.token });
  await server.work('comparisons');
  expect(await cases()).toEqual([deletedCase(order)]);
});

test('a deletion that no webhook told is noticed by the next store update, which is not retried', async () => {
  const { order, number } = await aBookedOrder();
  await change(order, { delete: true });
  await server.sandbox.control('advance', { tracking_number: number, to: 'in_transit' });
  server.clock.advance(4 * 3_600_000);
  await server.work('tracking');
  await server.work('store-updates');
  expect(await cases()).toEqual([deletedCase(order)]);
});

test('a cancel of a parcel whose order was deleted closes its case and opens no other', async () => {
  const { order, number } = await aBookedOrder();
  await change(order, { delete: true });
  await deliverWebhooks(server);
  const { status, body } = await server.call('PUT', `cancel-booking/${number}`, { token: shop.token });
  expect({ status, message: body.message }).toEqual({
    status: 200,
    message: 'Order has been cancelled from courier. The order was deleted in the store.',
  });
  expect(await cases()).toEqual([]);
});

test('a deleted order leaves the list and is refused by form, booking and batch', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const form = await shop.form(order, 'LEOPARD');
  const batch = await aBatch(server, shop, [order]);
  await change(order, { delete: true });
  const booked = await server.call('POST', 'book-order', { token: shop.token, body: form });
  expect(booked.status).toBe(404);
  expect(booked.body.errors[0].msg).toBe(`${order.name} was deleted in the store. It was not booked.`);
  const all = await server.call('GET', 'store-orders?tab=all', { token: shop.token });
  expect(all.body.data).toEqual([]);
  await server.work('batch-comparisons');
  expect((await batch.book()).rows).toMatchObject([{ ready: false, shipment: null }]);
});
