import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcileStoreOrder, convergeTaken } from './reconcile-store-order.ts';
import type { LeasedRow } from './queries.ts';
import { tellingLease, wantFulfilled } from './request-store-state.ts';

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

/** As a booking does that tells the store at once. */
const wantWithLease = ({ shipmentId }: Booked): Promise<LeasedRow[]> => {
  const now = server.context.clock();
  return withShop(server.context.db, shop.shopId, (trx) =>
    wantFulfilled(trx, { shop_id: shop.shopId, id: shipmentId }, now, tellingLease(now)),
  );
};
const byWorker = ({ storeOrderId }: Booked) => reconcileStoreOrder(server.context, shop.shopId, storeOrderId);

const later = (ms: number): void => {
  server.clock.now = new Date(server.context.clock().getTime() + ms);
};

it('a store that does not answer is told of in whole sentences', async () => {
  const order = await booked();
  const [mine] = await wantWithLease(order);
  if (!mine) throw new Error('no lease');
  await server.sandbox.control('faults', { target: 'shopify', kind: 'lose-answer' });
  const { row } = await convergeTaken(server.context, { wanted: mine, platformOrderId: order.platformOrderId });
  await server.sandbox.control('faults', { clear: true });
  expect(row?.message).toMatch(/^The store cannot be reached: .*\w\. It is tried again\.$/);
});

describe('a lease that is taken with the wish', () => {
  it('keeps everybody else from the order, until it has run out', async () => {
    const order = await booked();
    const [mine] = await wantWithLease(order);
    expect(mine).toMatchObject({ state: 'due', fulfilled: true });
    expect(await byWorker(order)).toBe('not-due');
    later(61_000);
    expect(await byWorker(order)).toBe('done');
  });

  it('ends with the telling, and answers how the row stands then', async () => {
    const order = await booked();
    const [mine] = await wantWithLease(order);
    if (!mine) throw new Error('no lease');
    const { end, row } = await convergeTaken(server.context, { wanted: mine, platformOrderId: order.platformOrderId });
    expect(end).toBe('done');
    expect(row).toMatchObject({ state: 'done', done_version: mine.version, lease_id: null });
  });

  it('is not taken from who is at the order already; that one has its newer version told afterwards', async () => {
    const order = await booked();
    const [mine] = await wantWithLease(order);
    expect(await wantWithLease(order)).toEqual([]);
    if (!mine) throw new Error('no lease');
    const { end } = await convergeTaken(server.context, { wanted: mine, platformOrderId: order.platformOrderId });
    expect(end).toBe('due');
    expect(await byWorker(order)).toBe('done');
  });

  it('is not taken for a booking that is to be cancelled: the store has nothing to be told of it', async () => {
    const order = await booked();
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('shipment').set({ cancel_when_found: true }).where('id', '=', order.shipmentId).execute(),
    );
    expect(await wantWithLease(order)).toEqual([]);
    expect(await byWorker(order)).toBe('not-due');
  });
});
