import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { storeUpdateWork } from './jobs.ts';
import { requestShownAgain } from './request-fulfilment.ts';
import { requestPaid } from './request-paid.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

type Order = { id: string; name: string };
type Booked = Order & { readonly shipmentId: string; readonly number: string };

async function booked(given: Record<string, unknown>): Promise<Booked> {
  const order = await shop.newOrder(given);
  await deliverWebhooks(server);
  const { id: shipmentId, trackingNumber: number } = (await shop.bookAnyway(order, 'LEOPARD')).body.data;
  await newsOfTheStore();
  return { ...order, shipmentId, number };
}

/** The store tells us what changed, also by ourselves, and the jobs that follow are done. */
async function newsOfTheStore(): Promise<void> {
  await deliverWebhooks(server);
  await server.work('store-updates');
}

/** The worker looks every ten minutes for jobs that are missing. */
async function tenMinutesLater(): Promise<void> {
  server.clock.advance(600_000);
  await requestNeededJobs(server.context, [storeUpdateWork]);
  await server.work('store-updates');
}

const change = ({ id }: Order, given: Record<string, unknown>) => server.sandbox.control(`orders/${id}`, given);

const numbersInStore = async ({ name }: Order): Promise<string[]> =>
  (await shop.fulfilments())
    .filter((one) => one.order_name === name && one.status === 'SUCCESS')
    .map((one) => one.tracking_number);

const conflictsOf = async ({ shipmentId }: Booked): Promise<{ what_is_protected: string }[]> =>
  (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data.filter(
    (one: { shipment_id: string; kind: string }) => one.shipment_id === shipmentId && one.kind === 'store-conflict',
  );

/** Each try has a version of its own. */
const triesOf = ({ shipmentId }: Booked): Promise<number[]> =>
  withShop(server.context.db, shop.shopId, async (trx) =>
    (await trx.selectFrom('desired_store_state').select('version').where('shipment_id', '=', shipmentId).execute()).map(
      ({ version }) => version,
    ),
  );

test('a booked order that was on hold is fulfilled once the store releases it', async () => {
  const order = await booked({ hold: 'AWAITING_PAYMENT' });
  expect(await conflictsOf(order)).toHaveLength(1);
  expect(await numbersInStore(order)).toEqual([]);
  await change(order, { release: true });
  await newsOfTheStore();
  expect(await numbersInStore(order)).toEqual([order.number]);
  expect(await conflictsOf(order)).toEqual([]);
});

test('a part on hold stops the store update after the rest is fulfilled, and the news of our own fulfilment is followed by one more try', async () => {
  await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  const lines = [
    { title: 'Shirt', price: 1500 },
    { title: 'Mug', price: 400 },
  ];
  const order = await booked({ lines });
  await server.sandbox.control('faults', { clear: true });
  await change(order, { part: { lines: [1], hold: 'INVENTORY_OUT_OF_STOCK' } });
  server.clock.advance(3_600_000);
  await server.work('store-updates');
  expect(await numbersInStore(order)).toEqual([order.number]);
  expect(await conflictsOf(order)).toMatchObject([{ what_is_protected: 'The courier booking is unaffected.' }]);
  const [before = 0] = await triesOf(order);
  for (let times = 0; times < 3; times += 1) {
    await newsOfTheStore();
    await tenMinutesLater();
  }
  expect(await triesOf(order)).toEqual([before + 1]);
  await change(order, { release: true });
  await newsOfTheStore();
  expect(await numbersInStore(order)).toEqual([order.number, order.number]);
});

test('a booked order that the store had scheduled is fulfilled when its time has come, without news of the store', async () => {
  const order = await booked({ fulfillAt: new Date(server.clock.now.getTime() + 3 * 86_400_000).toISOString() });
  expect(await conflictsOf(order)).toHaveLength(1);
  await change(order, { release: true });
  await tenMinutesLater();
  expect(await numbersInStore(order)).toEqual([]);
  server.clock.advance(3 * 86_400_000);
  await tenMinutesLater();
  expect(await numbersInStore(order)).toEqual([order.number]);
});

test('a booked order that the store had scheduled is fulfilled at that time, and if the store opens it later, within ten minutes', async () => {
  const fulfillAt = new Date(server.clock.now.getTime() + 3 * 86_400_000).toISOString();
  const [onTime, late] = [await booked({ fulfillAt }), await booked({ fulfillAt })];
  await change(onTime, { release: true });
  server.clock.advance(3 * 86_400_000);
  await server.work('store-updates');
  expect(await numbersInStore(onTime)).toEqual([onTime.number]);
  expect(await numbersInStore(late)).toEqual([]);
  await change(late, { release: true });
  server.clock.advance(600_000);
  await server.work('store-updates');
  expect(await numbersInStore(late)).toEqual([late.number]);
});

test('another fulfilment that a person wanted to replace is not replaced by a later try, after the first one was stopped', async () => {
  const order = await booked({ hold: 'AWAITING_PAYMENT' });
  const { context, clock } = server;
  const shipment = { shop_id: shop.shopId, id: order.shipmentId, status: 'FULFILLED', status_at: null };
  await withShop(context.db, shop.shopId, (trx) =>
    requestShownAgain(trx, shipment, { jobs: context.jobs, now: clock.now }),
  );
  await server.work('store-updates');
  await change(order, { release: true });
  const access = await platformAccess(context, shop.shopId);
  const state = await context.platform.fulfilmentState(access, order.id);
  await context.platform.fulfil(access, {
    fulfilmentOrders: (state?.fulfilmentOrders ?? []).map(({ id, lines }) => ({
      id,
      lines: lines.map((line) => ({ id: line.id, quantity: line.remaining })),
    })),
    tracking: { number: 'OUTSIDE1', company: 'Other', url: '' },
    notifyCustomer: false,
  });
  await withShop(context.db, shop.shopId, (trx) =>
    requestPaid(trx, shop.shopId, [{ shipmentId: order.shipmentId, received: '1.00' }], {
      jobs: context.jobs,
      now: clock.now,
    }),
  );
  await server.work('store-updates');
  expect(await numbersInStore(order)).toEqual(['OUTSIDE1']);
});

test('a parcel that came back is not fulfilled when the store releases its order', async () => {
  const order = await booked({ hold: 'AWAITING_PAYMENT' });
  await server.sandbox.control('advance', { tracking_number: order.number, to: 'returned' });
  await server.call('GET', `track-order/${order.number}`, { token: shop.token });
  await change(order, { release: true });
  await newsOfTheStore();
  expect(await numbersInStore(order)).toEqual([]);
});
