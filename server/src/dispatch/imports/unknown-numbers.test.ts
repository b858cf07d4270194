import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { accountSecretOwner } from '../../shop/courier-accounts/load-account.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const again = 'Import the file again in a few minutes: finished rows do not change twice';

let counter = 0;
const aNumber = (prefix = 'LE'): string => `${prefix}99${String((counter += 1)).padStart(8, '0')}`;

async function order(): Promise<{ id: string; name: string }> {
  const made = await shop.newOrder();
  await server.call('GET', `get-order-from-shopify/${made.id}`, { token: shop.token });
  return made;
}

type Row = { order_name: string; tracking_number: string; company: string };

const rowOf = async (company = 'Leopards', number = aNumber()): Promise<Row> => ({
  ...{ order_name: (await order()).name, tracking_number: number, company },
});

const call = (path: string, body: object): Promise<Answer> => server.call('POST', path, { token: shop.token, body });

const fulfil = (ordersData: readonly Row[], more: object = {}) =>
  call('bulk/orders/fulfillment', { ordersData, ...more });

const preview = async (ordersData: readonly Row[]) =>
  (await call('imports/preview', { kind: 'fulfilment', ordersData })).body.data;

async function reasonsOf({ body }: Answer): Promise<string[]> {
  const rows = await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token });
  return rows.body.data.map(({ state, reason }: Record<string, string>) => `${state}: ${reason}`);
}

const numbersInStore = async (): Promise<unknown[]> =>
  (await shop.fulfilments()).map(({ tracking_number: number }) => number);

const cases = async () => (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data;

it.each(['Leopards', 'PostEx', 'TCS', 'M&P'])(
  'a number that %s does not know is not fulfilled, and the customer is not told',
  async (company) => {
    const row = await rowOf(company, company === 'Leopards' ? aNumber() : `77940000${(counter += 1) + 1000}`);
    const reason = `${company} does not know ${row.tracking_number} (yet)`;
    expect(await preview([row])).toMatchObject({
      ...{ changed: 0, contradicting: { changed: 1 } },
      rows: [{ reason, contradicting: true }],
    });
    const answer = await fulfil([row]);
    expect(answer.body.msg).toBe(
      'No order was fulfilled. 1 row skipped with a number that the courier did not confirm.',
    );
    expect(await reasonsOf(answer)).toEqual([`unchanged: Skipped. ${reason}`]);
    await server.work('store-updates');
    expect(await numbersInStore()).toEqual([]);
  },
);

it('the rows that the courier knows are fulfilled beside those that it does not', async () => {
  const [known, unknown, elsewhere] = [await rowOf(), await rowOf(), await rowOf('Trax')];
  await bookedInPortal(server, { tracking_number: known.tracking_number, courier: 'LEOPARD' });
  expect(await preview([known, unknown, elsewhere])).toMatchObject({ changed: 2, contradicting: { changed: 1 } });
  expect((await fulfil([known, unknown, elsewhere])).body.msg).toBe(
    '2 orders fulfilled. 1 row skipped with a number that the courier did not confirm.',
  );
  await bookedInPortal(server, { tracking_number: unknown.tracking_number, courier: 'LEOPARD' });
  expect((await fulfil([known, unknown, elsewhere])).body.msg).toBe('1 order fulfilled. 2 rows changed nothing.');
});

it('a number that the courier does not know is fulfilled when a person asks for it, and the row says so', async () => {
  const row = await rowOf();
  const answer = await fulfil([row], { include_contradicting: true });
  expect(await reasonsOf(answer)).toEqual([`changed: Leopards does not know ${row.tracking_number} (yet)`]);
  await server.work('store-updates');
  expect(await numbersInStore()).toEqual([row.tracking_number]);
});

it('numbers are not fulfilled while the courier does not respond, and each row says to import the file again', async () => {
  const row = await rowOf();
  await bookedInPortal(server, { tracking_number: row.tracking_number, courier: 'LEOPARD' });
  await server.sandbox.control('faults', { rules: [{ target: 'leopard', kind: 'error500', times: 20 }] });
  expect(await reasonsOf(await fulfil([row]))).toEqual([
    `unchanged: Skipped. Leopards gave no answer about ${row.tracking_number}, so it is not checked. ${again}`,
  ]);
  await server.sandbox.control('faults', { clear: true });
});

it('rows of a courier that is paused are skipped, say to import the file again, and are fulfilled by that', async () => {
  const row = await rowOf();
  await bookedInPortal(server, { tracking_number: row.tracking_number, courier: 'LEOPARD' });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ paused_until: new Date(server.clock.now.getTime() + 300_000) })
      .where('id', '=', shop.accounts.LEOPARD)
      .execute(),
  );
  expect(await reasonsOf(await fulfil([row]))).toEqual([
    `unchanged: Skipped. Leopards gave no answer about ${row.tracking_number}, so it is not checked. ${again}`,
  ]);
  server.clock.advance(301_000);
  expect(await reasonsOf(await fulfil([row]))).toEqual(['changed: ']);
});

it('a large file is checked by the worker, in calls with many numbers', async () => {
  const rows: Row[] = [];
  for (let index = 0; index < 110; index += 1)
    rows.push({ order_name: `#NONE-${index}`, tracking_number: aNumber(), company: 'Leopards' });
  const wanted = [await rowOf(), await rowOf()];
  const [known] = wanted;
  await bookedInPortal(server, { tracking_number: known?.tracking_number ?? '', courier: 'LEOPARD' });
  expect(await preview([...rows, ...wanted])).toMatchObject({
    changed: 1,
    unchecked: 0,
    contradicting: { changed: 1 },
  });
  const started = await fulfil([...rows, ...wanted]);
  expect(started.status).toBe(202);
  await server.work('imports');
  const { body } = await server.call('GET', `imports/${started.body.data.id}`, { token: shop.token });
  expect(body.data).toMatchObject({ state: 'done', changed: 1, contradicting_skipped: 1, failed: 110 });
});

it('numbers for which there was no time to ask the courier are asked with the next rows of the file', async () => {
  const rows: Row[] = [];
  for (let index = 0; index < 30; index += 1) {
    const row = await rowOf('TCS', `77940000${(counter += 1) + 1000}`);
    await bookedInPortal(server, { tracking_number: row.tracking_number, courier: 'TCS' });
    rows.push(row);
  }
  await server.sandbox.control('faults', { target: 'tcs', operation: 'track', kind: 'delay', delayMs: 300 });
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 30));
  try {
    expect(await preview(rows)).toMatchObject({ changed: 30, contradicting: { changed: 0 } });
    const started = await fulfil(rows);
    await server.work('imports');
    const { body } = await server.call('GET', `imports/${started.body.data.id}`, { token: shop.token });
    expect(body.data).toMatchObject({ state: 'done', changed: 30, contradicting_skipped: 0 });
  } finally {
    vi.restoreAllMocks();
    await server.sandbox.control('faults', { clear: true });
  }
});

it('a number that stays unknown after the first checks opens a case, which closes when the courier knows it', async () => {
  const row = await rowOf();
  await fulfil([row], { include_contradicting: true });
  const track = () => server.call('GET', `track-order/${row.tracking_number}`, { token: shop.token });
  server.clock.advance(30 * 60_000);
  await track();
  expect(await cases()).toEqual([]);
  server.clock.advance(2 * 3_600_000);
  await track();
  expect(await cases()).toMatchObject([
    {
      kind: 'unknown-number',
      what_happened: `Leopards still does not know ${row.tracking_number}, the number that was given for ${row.order_name}.`,
      actions: ['dismiss'],
    },
  ]);
  await bookedInPortal(server, { tracking_number: row.tracking_number, courier: 'LEOPARD' });
  server.clock.advance(3_600_000);
  await track();
  expect(await cases()).toEqual([]);
});

it('a number opens no case while TCS refuses the password, because only the payments know parcels without scans', async () => {
  const row = await rowOf('TCS', `77940000${(counter += 1) + 1000}`);
  await fulfil([row], { include_contradicting: true });
  const secrets = { client_secret: courierValues.TCS['client_secret'], api_password: 'wrong' };
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({
        secrets: server.context.vault.seal(JSON.stringify(secrets), accountSecretOwner(shop.accounts.TCS)),
        version: 2,
      })
      .where('id', '=', shop.accounts.TCS)
      .execute(),
  );
  server.clock.advance(3 * 3_600_000);
  const tracked = await server.call('GET', `track-order/${row.tracking_number}`, { token: shop.token });
  expect(tracked.status).toBe(200);
  expect(await cases()).toEqual([]);
});

it('a case of an unknown number that a person has dismissed is not opened again', async () => {
  const row = await rowOf();
  await fulfil([row], { include_contradicting: true });
  const track = () => server.call('GET', `track-order/${row.tracking_number}`, { token: shop.token });
  server.clock.advance(3 * 3_600_000);
  await track();
  const [found] = await cases();
  await call(`shipments/${found.shipment_id}/resolution`, { dismiss: found.id });
  server.clock.advance(3_600_000);
  await track();
  expect(await cases()).toEqual([]);
});
