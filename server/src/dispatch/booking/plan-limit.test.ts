import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { plans } from '@courierdesk/contract/plans';
import { withShop } from '../../base/db/tenancy.ts';
import { planMonth } from '../../shop/subscriptions/plan-usage.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { changeInStore, payInStore } from '../../testing/subscribed-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { compareWithStore } from '../../store-app/billing/compare-with-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

const limit = plans.FREE.limits.bookings ?? 0;

async function alreadyBooked({ shopId }: BookableShop, used: number): Promise<void> {
  const month = planMonth(server.clock.now, 'Asia/Karachi');
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('plan_usage')
      .values({ shop_id: shopId, month, used })
      .onConflict((conflict) => conflict.columns(['shop_id', 'month']).doUpdateSet({ used }))
      .execute(),
  );
}

async function aFreeShop(): Promise<BookableShop> {
  const shop = await aBookableShop(server);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('subscription').set({ plan: 'FREE' }).execute(),
  );
  return shop;
}

async function endPlan({ shopId, domain }: BookableShop): Promise<void> {
  await changeInStore(server, domain, { change: 'cancel' });
  await compareWithStore(server.context, shopId);
}

const ordersOf = async (shop: BookableShop): Promise<number> =>
  (await server.call('GET', 'check-subscription', { token: shop.token })).body.orders;

const makeDefault = ({ shopId, accounts }: BookableShop) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('courier_account').set({ is_default: true }).where('id', '=', accounts.LEOPARD).execute(),
  );

test('of two bookings at 4,999 one is booked and the other opens the plan limit', async () => {
  const shop = await aFreeShop();
  await alreadyBooked(shop, limit - 1);
  const orders = [await shop.newOrder(), await shop.newOrder()];
  const answers = await Promise.all(orders.map((order) => shop.book(order, 'LEOPARD')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
    plan_limit_error: true,
    errors: [{ code: 'plan-limit', msg: 'Kindly upgrade your plan' }],
  });
  expect(await ordersOf(shop)).toBe(limit);
  expect(await statesOf(shop)).toEqual(['booked']);
});

test('a booking beyond the limit of a paused plan is refused with the unpaid bill, not with an upgrade', async () => {
  const shop = await aFreeShop();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('subscription').set({ frozen_plan: 'YEARLY' }).execute(),
  );
  await alreadyBooked(shop, limit);
  const { body } = await shop.book(await shop.newOrder(), 'LEOPARD');
  expect(body.plan_limit_error).toBe(true);
  expect(body.errors[0].msg).toContain('Shopify has paused the Yearly plan because of an unpaid Shopify bill');
});

test('a new month begins at midnight of the shop', async () => {
  const shop = await aFreeShop();
  await alreadyBooked(shop, limit);
  const [first, second] = [await shop.newOrder(), await shop.newOrder()];
  expect((await shop.book(first, 'LEOPARD')).status).toBe(403);
  const { now } = server.clock;
  const [year = 0, month = 0] = planMonth(now, 'Asia/Karachi').split('-').map(Number);
  // An hour after the next month has begun in Karachi, four hours before it begins in UTC.
  server.clock.now = new Date(Date.UTC(year, month, 1) - 4 * 3_600_000);
  expect(await ordersOf(shop)).toBe(0);
  expect((await shop.book(second, 'LEOPARD')).status).toBe(200);
  server.clock.now = now;
});

test('a booking that waits for its courier is booked although the plan has just ended', async () => {
  const shop = await aBookableShop(server);
  await payInStore(server, shop, 'MONTHLY');
  await alreadyBooked(shop, limit + 10);
  const order = await shop.newOrder();
  const form = await shop.form(order, 'LEOPARD');
  await server.sandbox.control('faults', { target: 'leopard', kind: 'delay', delayMs: 1500, times: 1 });
  const booking = server.call('POST', 'book-order', { token: shop.token, body: form });
  await expect.poll(() => statesOf(shop), { interval: 10 }).toEqual(['asking']);
  await endPlan(shop);
  expect((await booking).status).toBe(200);
  expect(await statesOf(shop)).toEqual(['booked']);
  expect(await ordersOf(shop)).toBe(limit + 11);
  expect((await shop.book(await shop.newOrder(), 'POSTEX')).body.errors[0].code).toBe('account-inactive');
});

test('a booking that is still being checked counts for the plan that is left', async () => {
  const shop = await aBookableShop(server);
  await makeDefault(shop);
  await payInStore(server, shop, 'MONTHLY');
  await alreadyBooked(shop, limit);
  const first = await shop.form(await shop.newOrder(), 'LEOPARD');
  const second = await shop.form(await shop.newOrder(), 'POSTEX');
  await server.sandbox.control('faults', {
    target: 'shopify',
    operation: 'nodes',
    kind: 'delay',
    delayMs: 1500,
    times: 2,
  });
  const booking = Promise.all(
    [first, second].map((body) => server.call('POST', 'book-order', { token: shop.token, body })),
  );
  await expect.poll(readsOfOrders, { interval: 10 }).toBe(2);
  await endPlan(shop);
  const [overLimit, inactive] = await booking;
  expect(overLimit?.body).toMatchObject({ plan_limit_error: true });
  expect(inactive?.body.errors[0].code).toBe('account-inactive');
  expect(await statesOf(shop)).toEqual([]);
  expect(await ordersOf(shop)).toBe(limit);
});

/** How many of the delayed reads have reached the store. */
async function readsOfOrders(): Promise<number> {
  const { hits } = Hits.parse(await server.sandbox.control('faults'));
  return Object.values(hits).reduce((sum, count) => sum + count, 0);
}

const Hits = z.object({ hits: z.record(z.string(), z.number()) });

async function statesOf({ shopId }: BookableShop): Promise<string[]> {
  const rows = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').select('booking_state').execute(),
  );
  return rows.map((row) => row.booking_state);
}
