import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../base/db/tenancy.ts';
import { aShipment } from '../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { anAccount, aShop } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
}, 120_000);
afterAll(() => server?.close());

async function gauge(name: string): Promise<number> {
  const { body } = await server.call('GET', '/metrics');
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}

test('the metrics count uncertain bookings and say how old the oldest is', async () => {
  expect(await gauge('courierdesk_uncertain_bookings{company="TCS"}')).toBe(0);
  await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
  expect((await shop.book(await shop.newOrder(), 'TCS')).body.booking_state).toBe('uncertain');
  server.clock.advance(600_000);
  expect(await gauge('courierdesk_uncertain_bookings{company="TCS"}')).toBe(1);
  expect(await gauge('courierdesk_uncertain_bookings{company="MNP"}')).toBe(0);
  expect(await gauge('courierdesk_oldest_uncertain_booking_seconds{company="TCS"}')).toBeGreaterThanOrEqual(600);
});

test('the metrics count store updates that are due and say how long the oldest waits', async () => {
  const order = await shop.newOrder();
  const form = await shop.form(order, 'LEOPARD');
  await server.sandbox.control('faults', { target: 'shopify', kind: 'down' });
  await server.call('POST', 'book-order', { token: shop.token, body: { ...form, confirm_unchecked: true } });
  server.clock.advance(900_000);
  expect(await gauge('courierdesk_due_store_updates')).toBe(1);
  expect(await gauge('courierdesk_oldest_due_store_update_seconds')).toBeGreaterThan(600);
  await server.sandbox.control('faults', { clear: true });
  await server.work('store-updates');
  expect(await gauge('courierdesk_due_store_updates')).toBe(0);
});

test('the metrics count parcels that are due to be tracked, without those of an account that pauses', async () => {
  const { context, clock } = server;
  const due = () => gauge('courierdesk_due{work="tracking"}');
  const before = await due();
  const { shopId } = await aShop(context);
  const { accountId } = await anAccount(context, shopId, 'POSTEX', {});
  for (const name of ['Ayesha', 'Bilal'])
    await aShipment(context, shopId, { accountId, company: 'POSTEX', name, nextTrackAt: clock.now });
  const nextRunAt = (at: Date) =>
    withShop(context.db, shopId, (trx) =>
      trx.updateTable('courier_account').set({ track_next_at: at }).where('id', '=', accountId).execute(),
    );
  await nextRunAt(clock.now);
  expect(await due()).toBe(before + 2);
  await nextRunAt(new Date(clock.now.getTime() + 1_800_000));
  expect(await due()).toBe(before);
});

test('the metrics tell of busy connections and of work that waits for one, also while none is free', async () => {
  const { pool } = server.context;
  const statements = () => gauge('courierdesk_database_statement_seconds_count');
  const before = await statements();
  for (let calls = 0; calls < 10; calls += 1) await server.call('GET', 'get-all-orders', { token: shop.token });
  expect(await statements()).toBeGreaterThan(before + 100);
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = pool.query('select 1');
  const { body } = await server.call('GET', '/metrics');
  for (const client of taken) client.release();
  await waiting;
  expect(body).toContain(`courierdesk_database_connections{state="busy"} ${pool.options.max}`);
  expect(body).toContain('courierdesk_database_connections{state="awaited"} 1');
});
