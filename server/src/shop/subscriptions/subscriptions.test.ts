import { plans } from '@courierdesk/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { bookingsOfMonth, refundBooking, planMonth, consumeBooking } from './plan-usage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());

const limit = plans.FREE.limits.bookings ?? 0;

const take = (shopId: string, month: string) =>
  withShop(server.context.db, shopId, (trx) => consumeBooking(trx, shopId, month, server.clock.now));

async function alreadyBooked(shopId: string, month: string, used: number): Promise<void> {
  await withShop(server.context.db, shopId, (trx) =>
    trx.insertInto('plan_usage').values({ shop_id: shopId, month, used }).execute(),
  );
}

test('the plan and the bookings of this month are shown to anyone signed in', async () => {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { token } = await aUser(server.context, shopId, { role: 'USER', scopes: [] });
  await alreadyBooked(shopId, planMonth(server.clock.now, 'Asia/Karachi'), 7);
  await alreadyBooked(shopId, '2020-01', 400);
  const { body } = await server.call('GET', 'check-subscription', { token });
  expect(body).toEqual({
    subscribed: true,
    plan: 'YEARLY',
    planId: null,
    expiry: null,
    orders: 7,
    limit: null,
    subscriber: null,
    frozenPlan: null,
    keptAccount: null,
  });
  expect((await server.call('GET', 'check-subscription')).status).toBe(401);
});

test('a shop without a subscription is on the free plan', async () => {
  const { shopId } = await aShop(server.context);
  await withShop(server.context.db, shopId, (trx) => trx.deleteFrom('subscription').execute());
  const { token } = await aUser(server.context, shopId);
  const { body } = await server.call('GET', 'check-subscription', { token });
  expect(body).toMatchObject({ subscribed: false, plan: 'FREE', orders: 0 });
});

test('the free plan gives out its last bookings exactly once, however many ask at the same moment', async () => {
  const { shopId } = await aShop(server.context, { plan: 'FREE' });
  await alreadyBooked(shopId, '2026-11', limit - 3);
  const taken = await Promise.all(Array.from({ length: 12 }, () => take(shopId, '2026-11')));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await take(shopId, '2026-12')).toBe(true);
});

test('a booking that came to nothing is given back, and never more than were taken', async () => {
  const { shopId } = await aShop(server.context, { plan: 'FREE' });
  await alreadyBooked(shopId, '2026-11', limit);
  expect(await take(shopId, '2026-11')).toBe(false);
  const used = await withShop(server.context.db, shopId, async (trx) => {
    await refundBooking(trx, shopId, '2026-11');
    await refundBooking(trx, shopId, '2020-01');
    return bookingsOfMonth(trx, shopId, '2026-11');
  });
  expect(used).toBe(limit - 1);
  expect(await take(shopId, '2026-11')).toBe(true);
});

test('a paid plan counts without an end', async () => {
  const { shopId } = await aShop(server.context);
  await alreadyBooked(shopId, '2026-11', limit);
  expect(await take(shopId, '2026-11')).toBe(true);
});

test("a month begins in the shop's own time zone", () => {
  const evening = new Date('2026-10-31T20:00:00Z');
  expect(planMonth(evening, 'Asia/Karachi')).toBe('2026-11');
  expect(planMonth(evening, 'UTC')).toBe('2026-10');
});
