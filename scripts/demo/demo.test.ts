import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { companies } from '@courierdesk/contract/companies';
import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossShops } from '../../server/src/base/db/tenancy.ts';
import { startTestServer, type TestServer } from '../../server/src/testing/test-server.ts';
import { fillDemo } from './fill-demo.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await fillDemo(server.context);
  token = (await login('owner@demo.store', 'demo-owner-pass')).body.auth_token;
});
afterAll(() => server.close());

const login = (email: string, password: string) => server.call('POST', 'login-user', { body: { email, password } });
const get = async (path: string, as = token) => (await server.call('GET', path, { token: as })).body;
const count = async (status: string): Promise<number> => (await get(`get-all-orders?status=${status}`)).totalOrders;

const counts = () =>
  acrossShops(server.context.db, async (trx) => ({
    shops: await trx.selectFrom('shop').select('domain').orderBy('domain').execute(),
    users: await trx.selectFrom('app_user').select('email').orderBy('email').execute(),
    accounts: (await trx.selectFrom('courier_account').select('id').execute()).length,
    shipments: (await trx.selectFrom('shipment').select('id').execute()).length,
    orders: (await trx.selectFrom('store_order').select('id').execute()).length,
  }));

test('the three logins work, with the scopes that the demo gives them', async () => {
  expect((await get('me')).data).toMatchObject({ role: 'ADMIN', shop: { domain: 'demo-store.myshopify.com' } });
  const staff = (await login('staff@demo.store', 'demo-staff-pass')).body.auth_token;
  expect((await get('me', staff)).data.access_scopes).toEqual(['READ_ORDERS', 'BOOK_ORDERS']);
  const free = (await login('owner@free.store', 'demo-owner-pass')).body.auth_token;
  expect(await get('check-subscription', free)).toMatchObject({ plan: 'FREE', orders: 0 });
  expect(await get('check-subscription')).toMatchObject({ plan: 'YEARLY' });
});

test('each courier has one verified account, and Leopards is the default', async () => {
  const { accounts } = await get('get-accounts-table');
  expect(accounts.map((one: { company: string }) => one.company).toSorted()).toEqual([...companies].toSorted());
  for (const account of accounts) expect(account.health.last_success_at).toBe(server.clock.now.toISOString());
  expect((await get('get-active-accounts')).accounts[0]).toMatchObject({ company: 'LEOPARD', is_default: true });
});

test('120 orders wait to be booked, and about 400 shipments lie behind, in every status', async () => {
  const { counts: tabs } = await get('store-orders?tab=ready');
  expect(tabs.ready + tabs.look).toBe(120);
  expect(await count('')).toBe(400);
  for (const status of ShipmentStatus.options) expect([status, (await count(status)) > 3]).toEqual([status, true]);
  expect((await get('shipments/attention')).data).toEqual([]);
});

test('one waiting order in ten is not plain, as in a real store', async () => {
  const { data } = await get('store-orders?tab=look&limit=200');
  const problems = new Set(data.flatMap((row: { problems: string[] }) => row.problems));
  const odd = [
    ...['on-hold', 'scheduled', 'pick-up', 'local-delivery', 'with-fulfilment-service', 'test-order'],
    ...['other-country', 'other-currency', 'payment-unsettled', 'paid-by-deposit'],
  ];
  // One that has no address shows no country, and one that is paid has nothing to deposit.
  expect(odd.filter((problem) => problems.has(problem)).length).toBeGreaterThanOrEqual(8);
  expect((await get('store-orders?tab=ready')).counts.ready).toBeGreaterThan(80);
});

test('past parcels can be followed live at their couriers, and the store shows their numbers', async () => {
  const { data } = await get('get-all-orders?limit=200');
  for (const company of companies) {
    const row = data.find((one: { tracking_account: string }) => one.tracking_account === company);
    const tracked = await server.call('GET', `track-order/${row.tracking_number}`, { token });
    expect([company, tracked.status, tracked.body.live]).toEqual([company, 200, true]);
    expect(tracked.body.order.status).toBe(row.booked_packet_status);
  }
  const { fulfillments } = (await server.sandbox.control('journal?shop=demo-store.myshopify.com')) as {
    fulfillments: { tracking_number: string }[];
  };
  const inStore = new Set(fulfillments.map((one) => one.tracking_number));
  for (const row of data) {
    const isCancelled = row.booked_packet_status === 'CANCELLED';
    expect([row.tracking_number, inStore.has(row.tracking_number)]).toEqual([row.tracking_number, !isCancelled]);
  }
});

test('filled again, nothing is added and nothing changes', async () => {
  const before = await counts();
  await fillDemo(server.context);
  expect(await counts()).toEqual(before);
  expect(before).toMatchObject({ accounts: 5, shipments: 400, shops: [{}, {}], users: [{}, {}, {}] });
});

test('the demo is never filled in production', async () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('./seed.ts', import.meta.url))], {
    cwd: '/',
    env: {
      ...{ PATH, NODE_COMPILE_CACHE },
      NODE_ENV: 'production',
      DATABASE_URL: `postgres://courierdesk:${randomBytes(16).toString('hex')}@127.0.0.1:9/courierdesk`,
      APP_SECRET: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'https://courierdesk.example',
      SHOPIFY_CLIENT_ID: 'id',
      SHOPIFY_CLIENT_SECRET: randomBytes(16).toString('hex'),
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'Courierdesk <no-reply@example.com>',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  expect(await text(child.stderr)).toContain('never in production');
  expect(await ended).toBe(1);
});

test('a courier whose address does not lead to the sandbox has no demo account; the rest of the demo is there', async () => {
  const other = await startTestServer({ env: { TCS_URL: 'http://127.0.0.1:9' } });
  try {
    await fillDemo(other.context);
    const body = { email: 'owner@demo.store', password: 'demo-owner-pass' };
    const owner = (await other.call('POST', 'login-user', { body })).body.auth_token;
    const { accounts } = (await other.call('GET', 'get-accounts-table', { token: owner })).body;
    expect(accounts.map((one: { company: string }) => one.company).toSorted()).toEqual(['LEOPARD', 'MNP', 'POSTEX']);
    const { totalOrders } = (await other.call('GET', 'get-all-orders', { token: owner })).body;
    expect(totalOrders).toBeGreaterThan(200);
  } finally {
    await other.close();
  }
}, 60_000);
