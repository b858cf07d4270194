import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { reconcileStoreOrder, reconcileLeasedOrder } from './reconcile-store-order.ts';
import { requestFulfilled } from './request-fulfilment.ts';
import { newSyncLease, type LeasedStateRow } from './sync-lease.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

type Booked = { shipmentId: string; storeOrderId: string; platformOrderId: string };

async function booked(): Promise<Booked> {
  const order = await shop.newOrder();
  const { data } = (await shop.book(order, 'LEOPARD')).body;
  return { shipmentId: data.id, storeOrderId: data.store_orders[0].id, platformOrderId: order.id };
}

/** As a booking does that updates the store in the same request. */
function requestWithLease({ shipmentId }: Booked): Promise<LeasedStateRow[]> {
  const now = server.context.clock();
  return withShop(server.context.db, shop.shopId, (trx) =>
    requestFulfilled(
      trx,
      { shop_id: shop.shopId, id: shipmentId },
      { jobs: server.context.jobs, now, lease: newSyncLease(now) },
    ),
  );
}
const byWorker = ({ storeOrderId }: Booked) => reconcileStoreOrder(server.context, shop.shopId, storeOrderId);

function later(ms: number): void {
  server.clock.now = new Date(server.context.clock().getTime() + ms);
}

it('the message about a store that does not respond has whole sentences', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  if (!mine) throw new Error('no lease');
  await server.sandbox.control('faults', { target: 'shopify', kind: 'lose-answer' });
  const { row } = await reconcileLeasedOrder(server.context, { desired: mine, platformOrderId: order.platformOrderId });
  await server.sandbox.control('faults', { clear: true });
  expect(row?.message).toMatch(/^The store did not respond: .*\w\. We’ll retry automatically\.$/);
});

it('a store update calls the store no more when its lease is about to end', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  if (!mine) throw new Error('no lease');
  later(50_000);
  const { row } = await reconcileLeasedOrder(server.context, { desired: mine, platformOrderId: order.platformOrderId });
  expect(row).toMatchObject({ state: 'due', synced_version: mine.synced_version });
  expect(row?.message).toBe('The store did not respond: this took too long. We’ll retry automatically.');
  later(10_000);
  expect(await byWorker(order)).toBe('done');
});

it('a lease taken together with the request keeps other workers away from the order until it expires', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  expect(mine).toMatchObject({ state: 'due', fulfilled: true });
  expect(await byWorker(order)).toBe('not-due');
  later(121_000);
  expect(await byWorker(order)).toBe('done');
});

it('a lease taken together with the request ends with the store update, which returns the new row', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  if (!mine) throw new Error('no lease');
  const { outcome, row } = await reconcileLeasedOrder(server.context, {
    desired: mine,
    platformOrderId: order.platformOrderId,
  });
  expect(outcome).toBe('done');
  expect(row).toMatchObject({ state: 'done', synced_version: mine.version, lease_id: null });
});

it('a lease taken together with the request is not taken from a worker who has one; the newer version is updated afterwards', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  expect(await requestWithLease(order)).toEqual([]);
  if (!mine) throw new Error('no lease');
  const { outcome } = await reconcileLeasedOrder(server.context, {
    desired: mine,
    platformOrderId: order.platformOrderId,
  });
  expect(outcome).toBe('due');
  expect(await byWorker(order)).toBe('done');
});

it('a lease taken together with the request is not taken for a booking that will be cancelled: the store never shows it', async () => {
  const order = await booked();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ cancel_when_found: true }).where('id', '=', order.shipmentId).execute(),
  );
  expect(await requestWithLease(order)).toEqual([]);
  expect(await byWorker(order)).toBe('not-due');
});

it('a parcel that is shown again counts as shown by the store only when the store shows it', async () => {
  const order = await booked();
  const [mine] = await requestWithLease(order);
  expect(mine?.in_store).toBe(false);
  if (!mine) throw new Error('no lease');
  const { row } = await reconcileLeasedOrder(server.context, {
    desired: mine,
    platformOrderId: order.platformOrderId,
  });
  expect(row?.in_store).toBe(true);
});
