import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startWorld, type World } from '../testing/world.ts';
import { reconcileStoreOrder, convergeTaken } from './reconcile-store-order.ts';
import type { LeasedRow } from './queries.ts';
import { tellingLease, wantFulfilled } from './request-store-state.ts';

let world: World;
let shop: BookableShop;

beforeAll(async () => {
  world = await startWorld();
  shop = await aBookableShop(world);
});
afterAll(() => world?.close());

type Booked = { shipmentId: string; storeOrderId: string; platformOrderId: string };

async function booked(): Promise<Booked> {
  const order = await shop.newOrder();
  const { data } = (await shop.book(order, 'LEOPARD')).body;
  return { shipmentId: data.id, storeOrderId: data.store_orders[0].id, platformOrderId: order.id };
}

/** As a booking does that tells the store at once. */
const wantWithLease = ({ shipmentId }: Booked): Promise<LeasedRow[]> => {
  const now = world.context.clock();
  return withShop(world.context.db, shop.shopId, (trx) =>
    wantFulfilled(trx, { shop_id: shop.shopId, id: shipmentId }, now, tellingLease(now)),
  );
};
const byWorker = ({ storeOrderId }: Booked) => reconcileStoreOrder(world.context, shop.shopId, storeOrderId);

const later = (ms: number): void => {
  world.clock.now = new Date(world.context.clock().getTime() + ms);
};

it('a store that does not answer is told of in whole sentences', async () => {
  const order = await booked();
  const [mine] = await wantWithLease(order);
  if (!mine) throw new Error('no lease');
  await world.sandbox.control('faults', { target: 'shopify', kind: 'lose-answer' });
  const { row } = await convergeTaken(world.context, { wanted: mine, platformOrderId: order.platformOrderId });
  await world.sandbox.control('faults', { clear: true });
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
    const { end, row } = await convergeTaken(world.context, { wanted: mine, platformOrderId: order.platformOrderId });
    expect(end).toBe('done');
    expect(row).toMatchObject({ state: 'done', done_version: mine.version, lease_id: null });
  });

  it('is not taken from who is at the order already; that one has its newer version told afterwards', async () => {
    const order = await booked();
    const [mine] = await wantWithLease(order);
    expect(await wantWithLease(order)).toEqual([]);
    if (!mine) throw new Error('no lease');
    const { end } = await convergeTaken(world.context, { wanted: mine, platformOrderId: order.platformOrderId });
    expect(end).toBe('due');
    expect(await byWorker(order)).toBe('done');
  });

  it('is not taken for a booking that is to be cancelled: the store has nothing to be told of it', async () => {
    const order = await booked();
    await withShop(world.context.db, shop.shopId, (trx) =>
      trx.updateTable('shipment').set({ cancel_when_found: true }).where('id', '=', order.shipmentId).execute(),
    );
    expect(await wantWithLease(order)).toEqual([]);
    expect(await byWorker(order)).toBe('not-due');
  });
});
