import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shipment } from '../../base/db/schema.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { exportRows } from './export-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function aShopWith(given: readonly Partial<Insertable<Shipment>>[]) {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { token } = await aUser(server.context, shopId);
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  const book = (more: readonly Partial<Insertable<Shipment>>[]) => bookedShipments(server, { shopId, accountId }, more);
  return { shopId, token, book, parcels: await book(given) };
}

const ordersIn = (csv: string): string[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '');

const choice = { columns: ['order_name', 'cod'], format: 'csv', bom: false };

const prices = [
  { order_name: '#1', cod: '500' },
  { order_name: '#2', cod: '28078' },
  { order_name: '#3', cod: '1200' },
];

it('an export has the order that the list has on the screen', async () => {
  const shop = await aShopWith(prices);
  for (const [search, expected] of [
    ['sort=cod&dir=desc', ['#2', '#3', '#1']],
    ['sort=cod&dir=asc', ['#1', '#3', '#2']],
    ['sort=booked&dir=asc', ['#1', '#2', '#3']],
    ['sort=booked&dir=desc', ['#3', '#2', '#1']],
  ] as const) {
    const path = `export-orders?filter=MATCHED_ORDERS&${search}`;
    const { id } = (await server.call('POST', path, { token: shop.token, body: choice })).body.data;
    await server.work('exports');
    const { ticket } = (await server.call('POST', `exports/${id}/ticket`, { token: shop.token })).body;
    expect(ordersIn((await server.call('GET', `downloads/${ticket}`)).body), search).toEqual(expected);
  }
});

it('selected orders are downloaded in the order that the list has on the screen', async () => {
  const shop = await aShopWith(prices);
  const order = { sort: 'cod', dir: 'desc' };
  for (const selection of [
    { ids: shop.parcels.map(({ id }) => id), order },
    { matching: order, except: [] },
  ]) {
    const body = { ...choice, selection };
    const { ticket } = (await server.call('POST', 'download-csv', { token: shop.token, body })).body;
    const file = await fetch(`${server.url}/api/v1/downloads/selections/${ticket}`);
    expect(ordersIn(await file.text())).toEqual(['#2', '#3', '#1']);
  }
});

it.each([
  ['newest first', { sort: 'booked', dir: 'desc' }],
  ['by payment', { sort: 'payment', dir: 'asc' }],
] as const)(
  'an export %s has each order once, also when orders are booked and paid while it is made',
  async (_, order) => {
    const count = 3_500;
    const shop = await aShopWith(
      Array.from({ length: count }, (_row, n) => ({ order_name: `#${n}`, payment_status: 'UNPAID' })),
    );
    const { context } = server;
    const matching = { page: 1, limit: 1, op: 'GREATER', ...order } as const;
    const of = { id: shop.shopId, timeZone: 'Asia/Karachi' };
    const names: unknown[] = [];
    for await (const page of exportRows(context, of, { matching, except: [] }, ['order_name'])) {
      names.push(...page.flat());
      await shop.book([{ order_name: `#late-${names.length}` }]);
      const ordersData = shop.parcels
        .slice(names.length - 500, names.length)
        .map(({ tracking_number: number }) => ({ tracking_number: number, payment_status: 'PAID' }));
      await server.call('POST', 'import-orders', { token: shop.token, body: { ordersData } });
    }
    expect(names.toSorted()).toEqual(Array.from({ length: count }, (_row, n) => `#${n}`).toSorted());
  },
);
