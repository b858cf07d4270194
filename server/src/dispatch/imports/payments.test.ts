import { dayOf } from '@courierdesk/contract/dates';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { applyPayments } from './apply-payments.ts';
import { importWork } from './jobs.ts';
import { importById } from './queries.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const booked = async (of = shop, company: 'LEOPARD' | 'TCS' = 'LEOPARD'): Promise<string> =>
  (await of.book(await of.newOrder(), company)).body.data.trackingNumber;

async function delivered(company: 'LEOPARD' | 'TCS' = 'LEOPARD'): Promise<string> {
  const number = await booked(shop, company);
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  return number;
}

const importRows = (ordersData: unknown, more: object = {}, token = shop.token): Promise<Answer> =>
  server.call('POST', 'import-orders', { token, body: { ordersData, ...more } });

const statusOf = async (number: string, token = shop.token): Promise<string> =>
  (await server.call('GET', `get-all-orders?track=${number}`, { token })).body.data[0].payment_status;

const rowsOf = async (id: string): Promise<{ state: string; reason: string }[]> =>
  (await server.call('GET', `imports/${id}/rows`, { token: shop.token })).body.data.map(
    ({ state, reason }: { state: string; reason: string }) => ({ state, reason }),
  );

const historyOf = async (number: string): Promise<string[]> =>
  (await server.call('GET', `track-order/${number}?stored=true`, { token: shop.token })).body.shipment.history.map(
    (entry: { what: string }) => entry.what,
  );

it('a file of payment statuses marks parcels paid and unpaid, each row for itself', async () => {
  const [paid, unpaid, untouched] = [await booked(), await booked(), await booked()];
  await importRows([{ tracking_number: unpaid, payment_status: 'PAID' }]);
  const answer = await importRows(
    [
      { tracking_number: ` ${paid.toLowerCase()} `, payment_status: 'paid' },
      { tracking_number: unpaid, payment_status: 'Unpaid' },
      { tracking_number: untouched, payment_status: 'UNPAID' },
      { tracking_number: 'LE9999999999', payment_status: 'PAID' },
      { tracking_number: '7.79412E+11', payment_status: 'PAID' },
      { tracking_number: untouched, payment_status: 'maybe' },
      { payment_status: 'PAID' },
      {},
    ],
    { file_name: 'november.csv' },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.msg).toBe('1 payment marked paid. 1 payment marked unpaid. 1 row changed nothing. 4 rows failed.');
  expect(answer.body.data).toMatchObject({ state: 'done', total: 7, done: 7, changed: 2, unpaid: 1, failed: 4 });
  expect(await statusOf(paid)).toBe('PAID');
  expect(await statusOf(unpaid)).toBe('UNPAID');
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'changed', reason: '' },
    { state: 'changed', reason: '' },
    { state: 'unchanged', reason: 'Already unpaid' },
    { state: 'failed', reason: 'No parcel has the tracking number LE9999999999' },
    {
      state: 'failed',
      reason: 'The spreadsheet cut this number to 7.79412E+11: make the column text and fill it in again',
    },
    { state: 'failed', reason: '“maybe” is neither PAID nor UNPAID' },
    { state: 'failed', reason: 'The tracking number is missing' },
  ]);
  expect(await historyOf(paid)).toContain('Marked as paid, from november.csv');
});

it('a file of payment statuses sent twice, changes nothing twice', async () => {
  const number = await booked();
  const rows = [{ tracking_number: number, payment_status: 'PAID' }];
  await importRows(rows);
  const before = await historyOf(number);
  const again = await importRows(rows);
  expect(again.body.msg).toBe('No payment was changed. 1 row changed nothing.');
  expect(await rowsOf(again.body.data.id)).toEqual([{ state: 'unchanged', reason: 'Already paid' }]);
  expect(await historyOf(number)).toEqual(before);
});

it('a file of payment statuses sent twice at once, changes everything once', async () => {
  const numbers = [await booked(), await booked(), await booked()];
  const rows = numbers.map((tracking_number) => ({ tracking_number, payment_status: 'PAID' }));
  const answers = await Promise.all([importRows(rows), importRows(rows.toReversed()), importRows(rows)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.data.changed, 0)).toBe(3);
  for (const number of numbers)
    expect((await historyOf(number)).filter((what) => what.startsWith('Marked as paid'))).toHaveLength(1);
});

it('a file of payment statuses does not find the numbers of another shop', async () => {
  const other = await aBookableShop(server);
  const theirs = await booked(other);
  const answer = await importRows([{ tracking_number: theirs, payment_status: 'PAID' }]);
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'failed', reason: `No parcel has the tracking number ${theirs}` },
  ]);
  expect(await statusOf(theirs, other.token)).toBe('UNPAID');
});

it('a file of payment statuses that says two things of one parcel does neither', async () => {
  const number = await booked();
  const answer = await importRows([
    { line: 2, tracking_number: number, payment_status: 'PAID' },
    { line: 3, tracking_number: number, payment_status: 'UNPAID' },
  ]);
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'failed', reason: `${number} is also on line 3, as UNPAID` },
    { state: 'failed', reason: `${number} is also on line 2, as PAID` },
  ]);
  expect(await statusOf(number)).toBe('UNPAID');
});

it.each(['\ud83d', `${'x'.repeat(39)}🚚🚚`, `${'x'.repeat(199)}🚚`, 'A\x00001'])(
  'with an odd character in a row loses that row alone, in the preview as in the import: %j',
  async (odd) => {
    const number = await booked();
    const ordersData = [
      { tracking_number: odd, payment_status: 'PAID' },
      { tracking_number: number, payment_status: odd },
      { tracking_number: number, payment_status: 'PAID', company: odd },
      { tracking_number: number, payment_status: 'PAID', order_name: odd },
      { tracking_number: number, payment_status: 'UNPAID', extra_cells: 1, reference: odd },
    ];
    const isKept = odd.isWellFormed() && !odd.includes('\0');
    const file_name = 'a\0b\ud83d.csv';
    for (const rows of [ordersData, ordersData.toReversed()]) {
      const preview = await server.call('POST', 'imports/preview', {
        token: shop.token,
        body: { kind: 'payment-status', ordersData: rows },
      });
      expect(preview.body.data).toMatchObject({ total: 5, failed: isKept ? 4 : 5 });
      const answer = await importRows(rows, { file_name });
      expect(answer.body.data).toMatchObject({ total: 5, failed: isKept ? 4 : 5, state: 'done' });
    }
    expect(await statusOf(number)).toBe(isKept ? 'PAID' : 'UNPAID');
  },
);

it('a file of payment statuses names the courier when a courier is given', async () => {
  const number = await booked();
  const answer = await importRows([{ tracking_number: number, payment_status: 'PAID', company: 'TCS' }]);
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'failed', reason: `${number} was booked with Leopards, not TCS` },
  ]);
});

it('a file of payment statuses without rows, or with something else, is refused in words', async () => {
  expect((await importRows([])).body.errors[0]).toMatchObject({ msg: 'There are no rows', field: 'ordersData' });
  expect((await importRows([{}, { tracking_number: ' ' }])).body.errors[0].msg).toBe('There are no rows');
  expect((await importRows('tracking,PAID')).status).toBe(400);
  expect((await importRows(undefined)).body.errors[0].msg).toBe('There are no rows');
});

it('an amount that cannot be read fails its row of a file of payment statuses alone', async () => {
  const [odd, good] = [await booked(), await booked()];
  const ordersData = [
    { tracking_number: odd, payment_status: 'PAID', amount: '2450 or so' },
    { tracking_number: good, payment_status: 'PAID', amount: 'Rs 2,450', cod_amount: '2,450' },
  ];
  const preview = await server.call('POST', 'imports/preview', {
    token: shop.token,
    body: { kind: 'payment-status', ordersData },
  });
  expect(preview.body.data).toMatchObject({ changed: 1, failed: 1 });
  const answer = await importRows(ordersData);
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'failed', reason: '“2450 or so” is no amount' },
    { state: 'changed', reason: '' },
  ]);
});

it('a file of payment statuses is previewed without changing anything', async () => {
  const [number, paid] = [await booked(), await booked()];
  await importRows([{ tracking_number: paid, payment_status: 'PAID' }]);
  const ordersData = [
    { tracking_number: number, payment_status: 'PAID' },
    { tracking_number: paid, payment_status: 'PAID' },
    { tracking_number: 'LE0000000001', payment_status: 'PAID' },
    { tracking_number: 'LE0000000002', payment_status: 'PAID' },
  ];
  const { body } = await server.call('POST', 'imports/preview', {
    token: shop.token,
    body: { kind: 'payment-status', ordersData },
  });
  expect(body.data).toMatchObject({ total: 4, changed: 1, unchanged: 1, failed: 2, cod: 2450 });
  expect(body.data.reasons).toEqual([{ reason: 'No parcel has the tracking number LE0000000001', rows: 2 }]);
  expect(await statusOf(number)).toBe('UNPAID');
});

it('a file of payment statuses of thousands of rows goes on in the worker, and after a kill where it stood', async () => {
  const numbers = [await booked(), await booked()];
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    tracking_number: numbers[index === 0 ? 0 : index === 11_999 ? 1 : -1] ?? `LE${1_000_000 + index}`,
    payment_status: 'PAID',
  }));
  const started = await importRows(rows, { file_name: 'large.csv' });
  expect(started.status).toBe(202);
  expect(started.body.msg).toBe('The import of 12,000 rows has started.');
  const { id } = started.body.data;

  const { context } = server;
  const held = await withShop(context.db, shop.shopId, (trx) => importById(trx, shop.shopId, id));
  await killDuringJob(server, importWork, { shopId: shop.shopId, key: id }, () =>
    vi.waitFor(async () => {
      const { done } = await withShop(context.db, shop.shopId, (trx) => importById(trx, shop.shopId, id));
      expect(done).toBeGreaterThan(0);
    }, 30_000),
  );
  const half = await server.call('GET', `imports/${id}`, { token: shop.token });
  expect(half.body.data).toMatchObject({ state: 'under-way', changed: 1, failed: half.body.data.done - 1 });
  expect(half.body.data.msg).toMatch(/^(5|10),000 of 12,000 rows are done\.$/);

  await server.work('imports');
  const whole = await server.call('GET', `imports/${id}`, { token: shop.token });
  expect(whole.body.data).toMatchObject({ state: 'done', done: 12_000, changed: 2, failed: 11_998 });
  for (const number of numbers) {
    expect(await statusOf(number)).toBe('PAID');
    expect((await historyOf(number)).filter((what) => what.startsWith('Marked as paid'))).toHaveLength(1);
  }
  // What the killed worker still does counts for nothing.
  await expect(applyPayments(context, held)).rejects.toThrow('another process has saved this part of the import');
});

it('a file of payment statuses stops when the person who sent it is restricted or loses the permission, and keeps what was done', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'UPDATE_ORDERS'] });
  const change = (set: object) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('app_user').set(set).where('id', '=', staff.userId).execute(),
    );
  const [first, last] = [await booked(), await booked()];
  const rows = Array.from({ length: 5_001 }, (_, index) => ({
    tracking_number: index === 0 ? first : index === 5_000 ? last : `LE${2_000_000 + index}`,
    payment_status: 'PAID',
  }));
  const { id } = (await importRows(rows, {}, staff.token)).body.data;
  const look = () => withShop(server.context.db, shop.shopId, (trx) => importById(trx, shop.shopId, id));
  await applyPayments(server.context, await look());
  await change({ is_active: false });
  await server.work('imports');
  expect((await server.call('GET', `imports/${id}`, { token: shop.token })).body.data).toMatchObject({
    ...{ state: 'stopped', done: 5_000, changed: 1 },
    msg: '1 payment marked paid. 4,999 rows failed. It stopped before the last 1 row. The person who asked for this may no longer import files.',
  });
  expect([await statusOf(first), await statusOf(last)]).toEqual(['PAID', 'UNPAID']);

  await change({ is_active: true });
  const again = await importRows(rows, {}, staff.token);
  await change({ access_scopes: ['READ_ORDERS'] });
  await server.work('imports');
  expect((await server.call('GET', `imports/${again.body.data.id}`, { token: shop.token })).body.data).toMatchObject({
    state: 'stopped',
    done: 0,
  });
  expect(await statusOf(last)).toBe('UNPAID');
});

it('a file of payment statuses gives its failed rows back as a file that can be put right and sent again', async () => {
  const started = await importRows(
    [
      { line: 2, tracking_number: 'LE0000000009', payment_status: 'PAID' },
      { line: 5, tracking_number: '=HYPERLINK("x")', payment_status: 'so, so', company: 'Trax' },
    ],
    { file_name: 'Nov; 1.csv' },
  );
  const { ticket } = (
    await server.call('POST', `imports/${started.body.data.id}/failed-rows`, { token: shop.token, body: {} })
  ).body;
  const file = await server.call('GET', `downloads/${ticket}`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="failed-rows-Nov--1.csv"');
  expect(file.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'Tracking number,Payment status,Courier,Also says,Line,Reason',
    'LE0000000009,PAID,,,2,No parcel has the tracking number LE0000000009',
    `"'=HYPERLINK(""x"")","so, so",Trax,,5,"“=HYPERLINK(""x"")” is no tracking number"`,
    '',
  ]);
});

it('a file of payment statuses may come compressed, and is refused when it is too large unpacked', async () => {
  const number = await booked();
  const send = (body: string): Promise<Response> =>
    fetch(`${server.url}/api/v1/import-orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(body),
    });
  const taken = await send(JSON.stringify({ ordersData: [{ tracking_number: number, payment_status: 'PAID' }] }));
  expect(taken.status).toBe(200);
  expect(await statusOf(number)).toBe('PAID');
  const bomb = await send(`{"ordersData":"${'x'.repeat(50 * 1024 * 1024)}"}`);
  expect(bomb.status).toBe(413);
});

it('a file of payment statuses is kept for everyone with the scope, and for no one else', async () => {
  const { token } = await aUser(server.context, shop.shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS', 'UPDATE_ORDERS'],
  });
  const rows = [{ tracking_number: 'LE0000000009', payment_status: 'PAID' }];
  await importRows(rows, { file_name: 'Nov; 1.csv' });
  await importRows(rows);
  const list = await server.call('GET', 'imports', { token });
  const [newest, one] = list.body.data;
  expect(newest).toMatchObject({ file_name: '', total: 1 });
  expect(one).toMatchObject({ file_name: 'Nov; 1.csv', asked_by: expect.stringContaining('Test User') });
  const stranger = await aBookableShop(server);
  const { id } = one;
  for (const path of [`imports/${id}`, `imports/${id}/rows`])
    expect((await server.call('GET', path, { token: stranger.token })).status).toBe(404);
});

it('a payment statement of a courier marks what it paid, tells what differs from the COD, and leaves what it did not pay', async () => {
  const [exact, less] = [await delivered(), await delivered()];
  const [returned, wrong] = [await booked(), await booked(shop, 'TCS')];
  const paid = { payment_status: 'Paid', reference: 'CPR-1' };
  const today = dayOf(server.clock.now, 'Asia/Karachi');
  const answer = await importRows(
    [
      { tracking_number: exact, amount: 'Rs 2,450.00/-', paid_date: today, ...paid },
      { tracking_number: less, amount: '2250', paid_date: today, ...paid },
      { tracking_number: returned, amount: '0', payment_status: 'Return to Shipper' },
      { tracking_number: wrong, amount: '2450', ...paid },
      { tracking_number: 'Total', amount: '7,150' },
    ],
    { kind: 'payment-statement', company: 'LEOPARD', file_name: 'leopards-nov.csv' },
  );
  expect(answer.body.data).toMatchObject({ total: 5, changed: 2, unchanged: 2, failed: 1, differing: 1 });
  expect(await rowsOf(answer.body.data.id)).toEqual([
    { state: 'changed', reason: '' },
    { state: 'changed', reason: 'Rs 200 less than the COD of Rs 2,450' },
    { state: 'unchanged', reason: 'Not paid: the statement says “Return to Shipper”' },
    { state: 'failed', reason: `${wrong} was booked with TCS, not Leopards` },
    { state: 'unchanged', reason: 'This line is a total, not a parcel' },
  ]);
  expect(await historyOf(less)).toContain(
    `Paid by Leopards on ${today}, CPR-1, statement leopards-nov.csv: Rs 2,250, Rs 200 less than the COD of Rs 2,450`,
  );
  expect(await statusOf(returned)).toBe('UNPAID');
});

it('a payment statement of a courier that tells of deliveries instead of payments marks nothing', async () => {
  const number = await booked();
  const rows = [{ tracking_number: number, amount: '2450', payment_status: 'Delivered' }];
  const known = await importRows(rows, { kind: 'payment-statement', company: 'LEOPARD' });
  expect(await rowsOf(known.body.data.id)).toEqual([
    {
      state: 'unchanged',
      reason: 'Not paid yet: the statement says “Delivered”. Leopards writes “Paid” for a paid parcel',
    },
  ]);
  const unknown = await importRows(rows, { kind: 'payment-statement' });
  expect(unknown.body.msg).toBe('No payment was changed. 1 row changed nothing.');
  expect(await statusOf(number)).toBe('UNPAID');
});

it('a payment statement of a courier of an unknown courier is read as the courier of each parcel writes it', async () => {
  const [leopards, tcs] = [await delivered(), await delivered('TCS')];
  const rows = [leopards, tcs].map((number) => ({
    ...{ tracking_number: number, amount: '2450', payment_status: 'Delivered', reference: 'INV-9' },
  }));
  const { body } = await importRows(rows, { kind: 'payment-statement' });
  expect(await rowsOf(body.data.id)).toEqual([
    {
      state: 'unchanged',
      reason: 'Not paid yet: the statement says “Delivered”. Leopards writes “Paid” for a paid parcel',
    },
    { state: 'changed', reason: '' },
  ]);
  expect([await statusOf(leopards), await statusOf(tcs)]).toEqual(['UNPAID', 'PAID']);
});

const financial = async (order: { id: string }): Promise<string> =>
  ((await server.sandbox.control(`orders/${order.id}`)) as { financial_status: string }).financial_status;

const markPaidInStore = () =>
  server.call('POST', 'store/default-settings', {
    token: shop.token,
    body: { free_shipping_value: 0, default_weight: 100, show_discount: false, mark_paid_in_store: true },
  });

it('marking the store order paid is off by default', async () => {
  const own = await aBookableShop(server);
  const order = await own.newOrder();
  const { trackingNumber } = (await own.book(order, 'LEOPARD')).body.data;
  const imported = await importRows([{ tracking_number: trackingNumber, payment_status: 'PAID' }], {}, own.token);
  expect(imported.body.data).toMatchObject({ changed: 1 });
  await server.work('store-updates');
  expect(await financial(order)).toBe('PENDING');
});

it('marking the store order paid when set, is part of the desired state of the order', async () => {
  await markPaidInStore();
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  await importRows([{ tracking_number: trackingNumber, payment_status: 'PAID' }]);
  await server.work('store-updates');
  expect(await financial(order)).toBe('PAID');
  expect(await historyOf(trackingNumber)).toContain('Paid on Shopify.');
});

it('marking the store order paid leaves out an order with an authorised card payment, which that would charge', async () => {
  await markPaidInStore();
  const order = await shop.newOrder({ financialStatus: 'AUTHORIZED', gateways: ['shopify_payments'] });
  const { body } = await shop.bookAnyway(order, 'LEOPARD');
  await importRows([{ tracking_number: body.data.trackingNumber, payment_status: 'PAID' }]);
  await server.work('store-updates');
  expect(await financial(order)).toBe('AUTHORIZED');
  expect((await historyOf(body.data.trackingNumber)).join(' ')).toContain('marking would charge it');
});

const openInStore = async (order: { id: string }): Promise<string> =>
  ((await server.sandbox.control(`orders/${order.id}`)) as { outstanding: string }).outstanding;

type Case = {
  readonly currency?: string;
  readonly amount?: string;
  readonly addLine?: { title: string; price: number };
  readonly cod?: number;
};
const cases: [why: string, made: Case, paid: number, note: string][] = [
  ['the courier paid less than is open', { amount: '900' }, 2450, 'Rs 2,450 is open there, but Rs 900'],
  ['an item was added after the booking', { addLine: { title: 'Shoes', price: 5000 } }, 2450, 'Rs 7,450 is open'],
  ['a part was to be collected', { cod: 1000 }, 1000, 'Rs 2,450 is open there, but Rs 1,000'],
  ['it is in dollars', { currency: 'USD', cod: 1000 }, 1000, 'USD 2,450.00 is open there, but Rs 1,000'],
  ['it is in dollars, as many', { currency: 'USD', cod: 2450 }, 2450, 'USD 2,450.00 is open there, but Rs 2,450'],
];
it.each(cases)(
  'is left out when %s: the customer still owes the rest',
  async (_why, { currency, amount, addLine, cod }, paid, note) => {
    await markPaidInStore();
    const order = await shop.newOrder(currency ? { currency } : {});
    const { body } = await shop.bookAnyway(order, 'LEOPARD', cod === undefined ? {} : { cod_amount: cod });
    const number = body.data.trackingNumber;
    await server.work('store-updates');
    const before = await openInStore(order);
    if (addLine) await server.sandbox.control(`orders/${order.id}`, { addLine });
    await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
    await server.call('GET', `track-order/${number}`, { token: shop.token });
    const row = {
      tracking_number: number,
      payment_status: 'Paid',
      amount: amount ?? String(paid),
      reference: 'CHQ-1',
    };
    const imported = { kind: 'payment-statement', include_contradicting: true };
    expect((await importRows([row], imported)).body.data).toMatchObject({ changed: 1 });
    await server.work('store-updates');
    expect(await financial(order)).toBe('PENDING');
    expect(Number(await openInStore(order))).toBe(Number(before) + (addLine?.price ?? 0));
    expect((await historyOf(number)).join(' ')).toContain(`Not marked as paid on Shopify: ${note}`);
  },
);

/** The courier collects 4,250 of 4,450 with one shipping, unless `cod` is given. */
async function mergedAndPaid(cod?: number): Promise<{ orders: { id: string }[]; number: string }> {
  await markPaidInStore();
  const lines = [{ title: 'Shirt', price: 2000 }];
  const orders = [await shop.newOrder({ lines, shipping: 200 }), await shop.newOrder({ lines, shipping: 250 })];
  const ids = encodeURIComponent(orders.map(({ id }) => id).join(','));
  const { ordersData } = (await server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token })).body;
  const form = mergeFormOf(ordersData, await shop.form(orders[0] ?? { id: '' }, 'LEOPARD'));
  const about = { code: 'cod-unusual', subject: `${cod}/${ordersData.cod}` };
  const changed = cod === undefined ? {} : { cod_amount: cod, confirmed: [about] };
  const { body } = await server.call('POST', 'book-orders', { token: shop.token, body: { ...form, ...changed } });
  const number = String(body.data.trackingNumber);
  await server.work('store-updates');
  await importRows([{ tracking_number: number, payment_status: 'PAID' }]);
  await server.work('store-updates');
  return { orders, number };
}

it('marking the store order paid marks each order of a merged parcel with one shipping, if all of its COD was received', async () => {
  const { orders } = await mergedAndPaid();
  expect(await Promise.all(orders.map(financial))).toEqual(['PAID', 'PAID']);
});

it('marking the store order paid leaves out the orders of a merged parcel for which a person set the COD, and says why', async () => {
  const { orders, number } = await mergedAndPaid(3000);
  expect(await Promise.all(orders.map(financial))).toEqual(['PENDING', 'PENDING']);
  expect(await historyOf(number)).toContain(
    'Not marked as paid on Shopify: Rs 2,200 is open there, and whether that was received for this order is not known.',
  );
});

it('marking the store order paid marks each order of a merged parcel, if all of its COD was received', async () => {
  await markPaidInStore();
  const [one, other] = [await shop.newOrder({ shipping: 0 }), await shop.newOrder({ shipping: 0 })];
  const ids = encodeURIComponent(`${one.id},${other.id}`);
  const { ordersData } = (await server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token })).body;
  const merged = mergeFormOf(ordersData, await shop.form(one, 'LEOPARD'));
  const { body } = await server.call('POST', 'book-orders', { token: shop.token, body: merged });
  expect(body.data).toMatchObject({ trackingNumber: expect.any(String) });
  await server.work('store-updates');
  await importRows([{ tracking_number: body.data.trackingNumber, payment_status: 'PAID' }]);
  await server.work('store-updates');
  expect([await financial(one), await financial(other)]).toEqual(['PAID', 'PAID']);
});
