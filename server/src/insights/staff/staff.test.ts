import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { aStoreOrder } from '../../testing/a-store-order.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;
let ownerId: string;
let staffId: string;
let staffToken: string;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  server.clock.now = new Date('2026-11-20T20:30:00Z');
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token, userId: ownerId } = await aUser(server.context, shopId, { tag: 'OWN' }));
  const scopes = ['READ_ANALYTICS', 'READ_ORDERS'] as const;
  ({ userId: staffId, token: staffToken } = await aUser(server.context, shopId, { role: 'USER', scopes, tag: 'STF' }));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values));
});

const booked = (byUserId: string, at: string, given: Omit<GivenShipment, 'accountId'> = {}): Promise<string> =>
  aShipment(server.context, shopId, { accountId, byUserId, bookedAt: new Date(at), ...given });
const get = async (path: string, as = token) => server.call('GET', path, { token: as });
const rowOf = (body: { stats: { user_id: string }[] }, userId: string) =>
  body.stats.find(({ user_id }) => user_id === userId);

test("the table counts today's orders of the shop's own day by person, also of those without any", async () => {
  await booked(staffId, '2026-11-20T18:59:00Z');
  await booked(staffId, '2026-11-20T19:00:00Z');
  await booked(staffId, '2026-11-20T20:00:00Z', { status: 'INPROCESS' });
  await booked(staffId, '2026-11-20T20:00:00Z', { status: 'DELIVERED', deliveredAt: new Date('2026-11-20T20:10:00Z') });
  await booked(staffId, '2026-11-20T20:00:00Z', { status: 'CANCELLED' });
  await booked(staffId, '2026-11-20T20:00:00Z', { status: 'RTS', statusAt: new Date('2026-11-20T20:10:00Z') });
  const { body } = await get('staff/table-order-count');
  expect(body.range).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(rowOf(body, staffId)).toEqual({
    user_id: staffId,
    user: expect.stringContaining('Test'),
    role: 'USER',
    fulfilled_orders: 1,
    inprocess_orders: 1,
    delivered_orders: 1,
    cancelled_orders: 1,
    rts_orders: 1,
    total_orders: 5,
  });
  expect(rowOf(body, ownerId)).toMatchObject({ role: 'ADMIN', total_orders: 0 });
  const yesterday = await get('staff/table-order-count?start=2026-11-20&end=2026-11-20');
  expect(rowOf(yesterday.body, staffId)).toMatchObject({ total_orders: 1 });
});

test('a person without a name is listed by the email', async () => {
  const { userId, email } = await aUser(server.context, shopId, { role: 'USER' });
  const nameless = { first_name: '', last_name: '' };
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set(nameless).where('id', '=', userId).execute(),
  );
  expect(rowOf((await get('staff/table-order-count')).body, userId)).toMatchObject({ user: email });
});

test('a deleted person is listed only for days on which they booked', async () => {
  const staff = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  await booked(staff.userId, '2026-11-20T20:00:00Z');
  await server.call('DELETE', `delete-user/${staff.userId}`, { token });
  const on = async (day: string) => (await get(`staff/table-order-count?start=${day}&end=${day}`)).body;
  expect(rowOf(await on('2026-11-19'), staff.userId)).toBeUndefined();
  expect(rowOf(await on('2026-11-21'), staff.userId)).toMatchObject({
    total_orders: 1,
    user: expect.stringMatching(/^Test User \d+ \(deleted\)$/),
  });
  const { data } = (await get(`staff/${staff.userId}/all-orders-count`)).body;
  expect(data).toMatchObject({ total_orders: 1 });
});

test('the charts are over time: all together, and one person', async () => {
  await booked(staffId, '2026-11-19T12:00:00Z');
  await booked(ownerId, '2026-11-19T12:00:00Z', { status: 'CANCELLED' });
  await booked(staffId, '2026-11-20T12:00:00Z', { status: 'RTS', statusAt: new Date('2026-11-20T13:00:00Z') });
  await booked(staffId, '2026-11-20T12:00:00Z');
  const all = (await get('staff/chart-order-count?start=2026-11-18&end=2026-11-20')).body;
  expect(all).toMatchObject({
    step: 'day',
    data: [
      { day: '2026-11-18', booked: 0, cancelled: 0, total: 0 },
      { day: '2026-11-19', booked: 1, cancelled: 1, total: 2 },
      { day: '2026-11-20', booked: 1, cancelled: 1, total: 2 },
    ],
  });
  const one = (await get(`staff/chart-order-count/${ownerId}?start=2026-11-18&end=2026-11-20`)).body;
  expect(one.data.map(({ total }: { total: number }) => total)).toEqual([0, 1, 0]);
});

test('one person: all orders ever, and those of a named range or of chosen days', async () => {
  await booked(staffId, '2025-12-31T12:00:00Z');
  await booked(staffId, '2026-01-01T12:00:00Z');
  await booked(staffId, '2026-10-31T12:00:00Z');
  await booked(staffId, '2026-11-20T12:00:00Z');
  await booked(staffId, '2026-11-20T20:00:00Z');
  expect((await get(`staff/${staffId}/all-orders-count`)).body.data).toMatchObject({
    user_id: staffId,
    total_orders: 5,
  });
  const count = async (query: string) => {
    const { body } = await get(`staff/find-individual-order-count/${staffId}?${query}`);
    return body.data.total_orders;
  };
  const expected = {
    TODAY: 1,
    YESTERDAY: 1,
    LAST_7_DAYS: 2,
    CURRENT_MONTH: 2,
    LAST_MONTH: 1,
    LAST_6_MONTHS: 3,
    THIS_YEAR: 4,
    LAST_YEAR: 1,
  };
  for (const [flag, total] of Object.entries(expected))
    expect([flag, await count(`flag=${flag}`)]).toEqual([flag, total]);
  expect(await count('flag=custom&from=2026-10-31&to=2026-11-20')).toBe(2);
  expect(await count('from=2026-11-20&to=2026-10-31')).toBe(2);
});

test('the work of a person is what they booked on this day of the shop, and their own unfinished batches', async () => {
  const work = async (id: string) => (await get(`staff/${id}/work`)).body;
  const booker = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] });
  expect(await work(booker.userId)).toEqual({ booked_today: 0, unfinished_batches: 0 });
  await booked(booker.userId, '2026-11-20T18:59:00Z');
  await booked(booker.userId, '2026-11-20T20:00:00Z');
  await booked(booker.userId, '2026-11-20T20:00:00Z', { status: 'INPROCESS' });
  await booked(booker.userId, '2026-11-20T20:00:00Z', { status: 'CANCELLED' });
  await booked(staffId, '2026-11-20T20:00:00Z');
  const order = await aStoreOrder(server.context, shopId);
  for (const by of [booker.token, token])
    expect((await server.call('POST', 'batches', { token: by, body: { order_ids: [order] } })).status).toBe(200);
  expect(await work(booker.userId)).toEqual({ booked_today: 2, unfinished_batches: 1 });
  expect(await work(staffId)).toEqual({ booked_today: 1, unfinished_batches: 0 });
});

test('people who do not exist or belong to another shop are not found, and staff may not look', async () => {
  const elsewhere = await aShop(server.context);
  const stranger = await aUser(server.context, elsewhere.shopId);
  for (const id of [newId(), stranger.userId]) {
    for (const path of [
      `staff/chart-order-count/${id}`,
      `staff/${id}/all-orders-count`,
      `staff/find-individual-order-count/${id}`,
      `staff/${id}/work`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  expect((await get('staff/table-order-count', staffToken)).status).toBe(403);
  expect((await get('staff/find-individual-order-count/' + staffId + '?flag=SOMETIME')).status).toBe(400);
  expect((await get('staff/table-order-count', stranger.token)).body.stats).toHaveLength(1);
});
