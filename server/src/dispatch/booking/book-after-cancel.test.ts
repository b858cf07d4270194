import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

type Order = { id: string; name: string };

const pending = 'The cancellation has not reached the store yet.';
const post = (path: string, body: Record<string, unknown>): Promise<Answer> =>
  server.call('POST', path, { token: shop.token, body });

/** Another process holds the store updates that are not done, or none does. */
const leaseStoreUpdates = (leaseId: string | null): Promise<unknown> =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('desired_store_state')
      .set({ lease_id: leaseId, lease_until: leaseId && new Date(server.clock.now.getTime() + 60_000) })
      .execute(),
  );

/** Books the order and cancels it. The store still shows the fulfilment. */
async function cancelOnlyAtCourier(order: Order): Promise<void> {
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  await leaseStoreUpdates('another process');
  const { body } = await server.call('PUT', `cancel-booking/${trackingNumber}`, { token: shop.token });
  expect(body.message).toBe('Order has been cancelled from courier. The store update is on its way.');
}

it('booking an order again before the store has its cancellation is refused for a moment, and succeeds once the store has it', async () => {
  const order = await shop.newOrder();
  const form = await shop.form(order, 'LEOPARD');
  await cancelOnlyAtCourier(order);
  const refused = await post('book-order', form);
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'store-unavailable',
    msg: `${pending} Try again in a moment.`,
  });
  await leaseStoreUpdates(null);
  expect((await post('book-order', form)).status).toBe(200);
});

it('booking an order again before the store has its cancellation waits for a store that does not respond for about five seconds, also for several orders', async () => {
  const orders = [await shop.newOrder(), await shop.newOrder()];
  const [first] = orders;
  if (!first) throw new Error('no order');
  const ids = orders.map(({ id }) => id).join(',');
  const read = () => server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token });
  const form = mergeFormOf((await read()).body.ordersData, await shop.form(first, 'LEOPARD'));
  for (const order of orders) await cancelOnlyAtCourier(order);
  // Our copies show the old fulfilments.
  await read();
  await leaseStoreUpdates(null);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'delay', delayMs: 9_000 });
  const startedAt = performance.now();
  const refused = await post('book-orders', form);
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'store-unavailable',
    msg: `${first.name}: ${pending} Try again in a moment.`,
  });
}, 30_000);

it('a row of a batch waits and is booked later', async () => {
  const order = await shop.newOrder();
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  await cancelOnlyAtCourier(order);
  const { rows } = await batch.book();
  expect(rows[0]).toMatchObject({ state: 'queued', message: `${pending} We’ll retry automatically.` });
  await leaseStoreUpdates(null);
  server.clock.advance(30_000);
  await server.work('batch-rows');
  expect((await batch.read()).rows[0]).toMatchObject({ state: 'booked' });
});

it('a row of an import says so', async () => {
  const order = await shop.newOrder();
  await cancelOnlyAtCourier(order);
  // Our copy shows the old fulfilment.
  await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  const row = { order_name: order.name, tracking_number: 'LE8800000001', company: 'Leopards' };
  await bookedInPortal(server, { tracking_number: row.tracking_number, courier: 'LEOPARD' });
  const importRow = async () => {
    const { body } = await post('bulk/orders/fulfillment', { ordersData: [row] });
    const results = await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token });
    return results.body.data[0];
  };
  expect(await importRow()).toMatchObject({ state: 'failed', reason: `${pending} Try again in a moment.` });
  await leaseStoreUpdates(null);
  expect(await importRow()).toMatchObject({ state: 'changed' });
});
