import type { BatchRow } from '@courierdesk/contract/batch';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLeopard } from '../../adapters/couriers/leopard/adapter.ts';
import { startScriptedCourier } from '../../adapters/couriers/scripted-courier.testing.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { aBatch, type TestBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aBusyAccount } from '../../testing/busy-account.ts';
import { aUser } from '../../testing/factories.ts';
import { storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { batchRowWork } from '../batch-booking/jobs.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ is_default: true })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', shop.accounts.LEOPARD)
      .execute(),
  );
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

let phones = 0;
/** Each order has its own customer, so that orders of different tests do not look like one customer's. */
async function orders(count: number, given: Record<string, unknown> = {}) {
  const made = [];
  for (let index = 0; index < count; index += 1) {
    phones += 1;
    const address = { firstName: 'Ayesha', lastName: `Khan ${phones}`, address1: `House ${phones}, Street 4` };
    made.push(
      await shop.newOrder({
        phone: `0300${String(1_000_000 + phones)}`,
        address,
        email: 'ayesha@example.com',
        ...given,
      }),
    );
  }
  return made;
}
const issuesOf = (row: BatchRow) => row.issues.map((issue) => [issue.code, issue.level, issue.field]);
const confirmationsOf = (row: BatchRow, code: string) =>
  row.issues.flatMap((issue) => (issue.code === code ? [{ code, subject: issue.subject }] : []));
const fulfilled = async (name: string) => (await shop.fulfilments()).filter((one) => one.order_name === name);

it('a batch of store orders starts with the same values as the booking form of each order', async () => {
  const [order] = await orders(1, { city: 'lahor', note: 'Call before' });
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }]);
  const form = (await server.call('GET', `get-order-from-shopify/${order?.id}`, { token: shop.token })).body.orderData;
  const { data, rows } = await batch.read();
  expect(data).toMatchObject({ state: 'draft', total: 1, cod_ready: 2450, store: 'store', started_at: null });
  expect(data.counts).toMatchObject({ ready: 1, look: 0 });
  expect(form.suggested_account).toEqual({ account_id: shop.accounts.LEOPARD, because: 'Default account' });
  expect(rows[0]).toMatchObject({
    state: 'draft',
    ready: true,
    order_name: order?.name,
    city: 'lahor',
    destination_name: 'Lahore',
    account_because: 'Default account',
    issues: [],
    fields: {
      tracking_account: form.suggested_account.account_id,
      consignee_name: form.consignee_name,
      consignee_phone: form.consignee_phone,
      consignee_address: form.consignee_address,
      products_list: form.products_list,
      remarks: '',
      cod_amount: form.cod_amount,
      weight: form.weight,
      pieces: 1,
    },
  });
});

it('a batch of store orders keeps the order of the selection, lists missing orders, and is made once when clicked twice', async () => {
  const three = await orders(3);
  const ids = three.map((order) => order.id);
  const ask = () =>
    server.call('POST', 'batches', { token: shop.token, body: { order_ids: [...ids.toReversed(), '99999999999'] } });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first.body.missing).toEqual(['99999999999']);
  expect(second.body.data.id).toBe(first.body.data.id);
  const { body } = await server.call('GET', `batches/${first.body.data.id}`, { token: shop.token });
  expect(body.rows.map((row: BatchRow) => row.order_name)).toEqual(three.map((order) => order.name).toReversed());
  const none = await server.call('POST', 'batches', { token: shop.token, body: { order_ids: ['99999999998'] } });
  expect(none.status).toBe(404);
});

it('a batch of store orders books its orders in parallel and fulfils each of them in the store', async () => {
  const some = await orders(12);
  const batch = await aBatch(server, shop, some);
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', cod_booked: 12 * 2450, counts: { booked: 12, queued: 0, failed: 0 } });
  expect(data.finished_at).toBe(server.clock.now.toISOString());
  await server.work('store-updates');
  const live = await shop.consignments();
  const fulfilments = await shop.fulfilments();
  for (const row of rows) {
    const number = row.shipment?.tracking_number;
    expect(live.filter((one) => one.tracking_number === number)).toHaveLength(1);
    expect(fulfilments.filter((one) => one.order_name === row.order_name)).toMatchObject([
      { tracking_number: number, status: 'SUCCESS' },
    ]);
  }
  const shown = await server.call('GET', `shipments/${rows[0]?.shipment?.id}`, { token: shop.token });
  expect(shown.body.data).toMatchObject({
    name: rows[0]?.order_name,
    trackingNumber: rows[0]?.shipment?.tracking_number,
  });
  const list = await server.call('GET', 'batches?limit=1', { token: shop.token });
  expect(list.body.data[0]).toMatchObject({ id: batch.id, counts: { booked: 12 } });
});

it('rows with issues say what is wrong with which cell, and are not booked until it is fixed', async () => {
  const [unclear] = await orders(1, { city: 'Kot Nowhere' });
  const [wrong] = await orders(1, { phone: '042-111222' });
  const [good] = await orders(1);
  const batch = await aBatch(
    server,
    shop,
    [unclear, wrong, good].map((order) => ({ id: order?.id ?? '' })),
  );
  expect(issuesOf(await batch.row(unclear?.name ?? ''))).toEqual([['city-uncertain', 'error', 'destination_city']]);
  expect(issuesOf(await batch.row(wrong?.name ?? ''))).toEqual([['phone-invalid', 'error', 'consignee_phone']]);
  const booked = await batch.book();
  expect(booked.data.counts).toMatchObject({ booked: 1, look: 2 });

  const phone = await batch.set(await batch.row(wrong?.name ?? ''), { consignee_phone: '+92 321 765 4321' });
  expect(phone.body.rows[0]).toMatchObject({ ready: true, fields: { consignee_phone: '03217654321' } });
  const city = await batch.set(await batch.row(unclear?.name ?? ''), { destination_city: 'karachi' });
  expect(city.body.rows[0]).toMatchObject({ ready: true, destination_name: 'Karachi', edited: ['destination_city'] });
  expect((await batch.book()).data.counts).toMatchObject({ booked: 3, look: 0 });
});

it('rows with issues keep what a person typed, even if it is not valid', async () => {
  const batch = await aBatch(server, shop, await orders(1));
  const [row] = (await batch.read()).rows;
  if (!row) throw new Error('no row');
  const { body } = await batch.set(row, { weight: 'heavy', cod_amount: 'Rs 1,200', consignee_name: '  ' });
  expect(body.rows[0].fields).toMatchObject({ weight: 'heavy', cod_amount: 1200, consignee_name: '' });
  expect(body.rows[0].issues).toMatchObject([
    { code: 'invalid', field: 'weight', level: 'error' },
    { code: 'name-missing', field: 'consignee_name', level: 'error' },
    { code: 'cod-unusual', field: 'cod_amount', level: 'warning' },
  ]);
  expect(body.data.counts).toMatchObject({ ready: 0, look: 1 });
  const emptied = await batch.set(body.rows[0], { cod_amount: '' });
  expect(emptied.body.rows[0].issues).toContainEqual(
    expect.objectContaining({ field: 'cod_amount', level: 'error', msg: 'COD amount is required' }),
  );
});

it('rows with issues show the tracking number of an order that is already booked, and that an order is cancelled in the store', async () => {
  const [held, cancelled] = await orders(2);
  const booked = await shop.book({ id: held?.id ?? '' }, 'POSTEX');
  const batch = await aBatch(
    server,
    shop,
    [held, cancelled].map((order) => ({ id: order?.id ?? '' })),
  );
  await server.sandbox.control(`orders/${cancelled?.id}`, { cancel: true });
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
  expect((await batch.row(held?.name ?? '')).issues[0]).toMatchObject({
    code: 'already-booked',
    msg: `Already booked with PostEx: ${booked.body.data.trackingNumber}`,
  });
  expect(issuesOf(await batch.row(cancelled?.name ?? ''))[0]).toEqual(['cancelled', 'error', '']);
});

it('a COD far above the usual is booked only after a person accepts it', async () => {
  const [dear] = await orders(1, { lines: [{ title: 'Bridal dress', price: 45_000, quantity: 1 }] });
  const batch = await aBatch(server, shop, [{ id: dear?.id ?? '' }]);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('batch').set({ usual_cod: 2000 }).where('shop_id', '=', shop.shopId).execute(),
  );
  const row = await batch.row(dear?.name ?? '');
  const judged = (await batch.set(row, { remarks: 'Fragile' })).body.rows[0];
  expect(judged).toMatchObject({
    ready: false,
    issues: [{ code: 'cod-unusual', level: 'warning', field: 'cod_amount' }],
  });
  const accepted = (await batch.set(judged, { accept: confirmationsOf(judged, 'cod-unusual') })).body.rows[0];
  expect(accepted).toMatchObject({ ready: true, issues: [], accepted: [{ code: 'cod-unusual' }] });
  const takenBack = (await batch.set(accepted, { unaccept: ['cod-unusual'] })).body.rows[0];
  expect(takenBack).toMatchObject({ ready: false, issues: [{ code: 'cod-unusual' }], accepted: [] });
  const again = (await batch.set(takenBack, { accept: confirmationsOf(takenBack, 'cod-unusual') })).body.rows[0];
  const dearer = (await batch.set(again, { cod_amount: 46_000 })).body.rows[0];
  expect(dearer).toMatchObject({ ready: false, accepted: [] });
});

it('a COD above the outstanding amount of the order is booked only after a person accepts it', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }]);
  const row = await batch.row(order?.name ?? '');
  const { body } = await batch.set(row, { cod_amount: Number(row.fields.cod_amount) * 100 });
  expect(body.rows[0]).toMatchObject({ ready: false, issues: [{ code: 'cod-unusual', level: 'warning' }] });
  expect(body.rows[0].issues[0].msg).toContain('more than what is still to pay');
  expect((await batch.book()).data.counts).toMatchObject({ booked: 0, look: 1 });
});

it('a weight shows its source, and needs a look if it is far from the weight in the store', async () => {
  const [weighed] = await orders(1, { lines: [{ title: 'Lamp', price: 1750, quantity: 1, grams: 3600 }] });
  const [unweighed] = await orders(1, { lines: [{ title: 'Pen', price: 50, quantity: 80 }] });
  const batch = await aBatch(server, shop, [{ id: weighed?.id ?? '' }, { id: unweighed?.id ?? '' }]);
  const row = await batch.row(weighed?.name ?? '');
  expect(row).toMatchObject({ fields: { weight: 3600 }, weight_source: 'store' });
  const light = (await batch.set(row, { weight: '100 g' })).body.rows[0];
  expect(light).toMatchObject({
    ready: false,
    fields: { weight: 100 },
    weight_source: null,
    issues: [
      {
        code: 'weight-unusual',
        level: 'warning',
        field: 'weight',
        msg: '100 g is far below the store’s weight (3,600 g). Is it right?',
      },
    ],
  });
  const accepted = (await batch.set(light, { accept: confirmationsOf(light, 'weight-unusual') })).body.rows[0];
  expect(accepted).toMatchObject({ ready: true, issues: [] });
  expect((await batch.set(accepted, { weight: 90 })).body.rows[0]).toMatchObject({ ready: false, accepted: [] });

  const byAccount = (
    await batch.set(await batch.row(unweighed?.name ?? ''), { tracking_account: shop.accounts.POSTEX })
  ).body.rows[0];
  expect(byAccount).toMatchObject({
    fields: { weight: 500 },
    weight_source: 'account',
    issues: [{ code: 'weight-unusual', msg: '500 g is very little for 80 items. Is it right?' }],
  });
});

it('decimals of a COD stay as typed, and the row says how much the courier collects', async () => {
  const [order] = await orders(1, { lines: [{ title: 'Shawl', price: 1211.5, quantity: 1 }] });
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }]);
  const { body } = await batch.set(await batch.row(order?.name ?? ''), { cod_amount: 'Rs 1,211.50' });
  expect(body.rows[0]).toMatchObject({
    ready: true,
    fields: { cod_amount: 'Rs 1,211.50' },
    issues: [
      {
        code: 'cod-rounded',
        level: 'info',
        msg: 'The courier collects Rs 1,212: we round Rs 1,211.50 to whole rupees',
      },
    ],
  });
  const booked = await batch.book();
  expect(booked.data).toMatchObject({ cod_booked: 1212 });
});

it('the same customer twice is a hint that does not block the booking', async () => {
  const two = await orders(2, { phone: '03459998877', address: { firstName: 'Hina', lastName: 'Qureshi' } });
  const batch = await aBatch(server, shop, two);
  const { rows } = await batch.read();
  expect(rows[0]).toMatchObject({
    ready: true,
    issues: [{ code: 'same-customer', level: 'info', row_ids: [rows[1]?.id] }],
  });
  if (!rows[1]) throw new Error('no row');
  const leftOut = await batch.set(rows[1], { left_out: true });
  expect(leftOut.body.data.counts).toMatchObject({ ready: 1, left_out: 1 });
  expect((await batch.row(two[0]?.name ?? '')).issues).toEqual([]);
  const putBack = await batch.set({ ...rows[1], revision: 99 }, { left_out: false });
  expect(putBack.body.data.counts).toMatchObject({ ready: 2, left_out: 0 });
});

it('a change in the store shows as an issue, and cells that no person edited take the new values', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }]);
  await batch.set(await batch.row(order?.name ?? ''), { consignee_name: 'By hand' });
  await server.sandbox.control(`orders/${order?.id}`, {
    outstanding: 1000,
    address: { address1: 'House 99, Street 12' },
  });
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
  const row = await batch.row(order?.name ?? '');
  expect(row).toMatchObject({ ready: false, fields: { cod_amount: 1000, consignee_name: 'By hand' } });
  expect(row.fields.consignee_address).toContain('House 99');
  expect(row.issues[0]).toMatchObject({ code: 'changed-in-store', level: 'warning' });
  expect(row.issues[0]?.msg).toContain('Amount to collect was Rs 2,450, is Rs 1,000');
  const seen = (await batch.set(row, { accept: confirmationsOf(row, 'changed-in-store') })).body.rows[0];
  expect(seen).toMatchObject({ ready: true, issues: [] });
  expect((await batch.book()).data.counts).toMatchObject({ booked: 1 });
});

it('a change in the store of items with many emoji in their titles is asked about and confirmed', async () => {
  const flowers = '🌸'.repeat(120);
  const titled = (title: string) => orders(1, { lines: [{ title, price: 1500, quantity: 2 }] });
  const some = [...(await titled(flowers)), ...(await titled(`A${flowers}`))];
  const batch = await aBatch(server, shop, some);
  for (const { id } of some) await server.sandbox.control(`orders/${id}`, { quantities: [{ line: 0, quantity: 1 }] });
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
  for (const { name } of some) {
    const row = await batch.row(name);
    expect(row.issues).toMatchObject([{ code: 'changed-in-store' }]);
    const seen = await batch.set(row, { accept: confirmationsOf(row, 'changed-in-store') });
    expect(seen.body.rows).toMatchObject([{ ready: true, issues: [] }]);
  }
});

it('a note or email that changes in the store alone reaches the row, and asks only who entered another one', async () => {
  const { settings } = (await server.call('GET', 'store/default-settings', { token: shop.token })).body;
  const save = (note_in_remarks: boolean) =>
    server.call('POST', 'store/default-settings', {
      token: shop.token,
      body: { ...settings, revision: undefined, tags: undefined, note_in_remarks },
    });
  await save(true);
  const [untouched, edited] = [
    await shop.newOrder({ note: 'Call first' }),
    await shop.newOrder({ note: 'Call first' }),
  ];
  const batch = await aBatch(server, shop, [untouched, edited]);
  await batch.set(await batch.row(edited.name), { remarks: 'Ring twice' });
  for (const { id } of [untouched, edited])
    await server.sandbox.control(`orders/${id}`, { note: 'Leave it with the guard', email: 'new@mail.example' });
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
  expect(await batch.row(untouched.name)).toMatchObject({
    ...{ ready: true, issues: [] },
    fields: { remarks: 'Leave it with the guard', consignee_email: 'new@mail.example' },
  });
  const row = await batch.row(edited.name);
  expect(row.fields).toMatchObject({ remarks: 'Ring twice', consignee_email: 'new@mail.example' });
  expect(row.issues).toMatchObject([{ code: 'entered-before-change', field: 'remarks' }]);
  await save(false);
});

it('one account for all or some matches the city of each row in the list of the new courier', async () => {
  const some = await orders(3, { city: 'Karachi' });
  const batch = await aBatch(server, shop, some);
  const { rows } = await batch.read();
  const ids = rows.slice(0, 2).map((row) => row.id);
  const { body } = await batch.call('PATCH', '/rows', {
    row_ids: ids,
    set: { tracking_account: shop.accounts.TCS, weight: 750, remarks: 'Fragile' },
  });
  expect(body.rows).toHaveLength(2);
  for (const row of body.rows)
    expect(row).toMatchObject({
      ready: true,
      account_because: expect.stringContaining('Chosen by'),
      fields: { tracking_account: shop.accounts.TCS, weight: 750, remarks: 'Fragile' },
    });
  expect(body.rows[0].fields.destination_city).not.toBe(rows[0]?.fields.destination_city);
  const { body: all } = await batch.call('PATCH', '/rows', { all: true, set: { pieces: 2 } });
  expect(all.rows.map((row: BatchRow) => row.fields.pieces)).toEqual([2, 2, 2]);
  const foreign = await batch.call('PATCH', '/rows', {
    all: true,
    set: { tracking_account: '0123456789abcdef01234567' },
  });
  expect(foreign.status).toBe(404);
  const booked = await batch.book();
  expect(booked.rows.map((row) => row.shipment?.company)).toEqual(['TCS', 'TCS', 'LEOPARD']);
});

it('two people on one batch see each other’s changes with `since`', async () => {
  const batch = await aBatch(server, shop, await orders(3));
  const other = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  const { rows, cursor } = await batch.read();
  const since = async (from: string) => (await batch.call('GET', `?since=${from}`, undefined, other.token)).body;
  const nothing = await since(cursor);
  // Rows of transactions that still ran may be returned twice, but no row is new.
  for (const row of nothing.rows) expect(rows).toContainEqual(row);
  if (!rows[1]) throw new Error('no row');
  await batch.set(rows[1], { weight: 900 });
  const news = await since(nothing.cursor);
  const changed = news.rows.find((row: BatchRow) => row.id === rows[1]?.id);
  expect(changed).toMatchObject({ revision: rows[1].revision + 1, fields: { weight: 900 } });
});

it('rows that a person queued are not booked after the owner restricted them or took the permission', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  const queued = async (): Promise<TestBatch> => {
    const batch = await aBatch(server, shop, await orders(1), { account: shop.accounts.LEOPARD });
    await batch.call('POST', '/book', {}, staff.token);
    return batch;
  };
  const change = (set: object) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('app_user').set(set).where('id', '=', staff.userId).execute(),
    );
  for (const [was, now] of [
    [{ is_active: false }, { is_active: true }],
    [{ access_scopes: ['READ_ORDERS'] }, { access_scopes: ['BOOK_ORDERS'] }],
  ]) {
    const batch = await queued();
    await change(was ?? {});
    await server.work('batch-rows');
    expect((await batch.read()).rows[0]?.message).toContain('may not book orders any more');
    await change(now ?? {});
    await batch.call('POST', '/retry', {}, staff.token);
    await server.work('batch-rows');
    expect((await batch.read()).rows[0]).toMatchObject({ state: 'booked' });
  }
});

it('two people on one batch can change different cells of a row; the same cell keeps the first person’s value', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }]);
  const other = await aUser(server.context, shop.shopId);
  const row = await batch.row(order?.name ?? '');
  await batch.set(row, { weight: 700 }, other.token);
  const mine = await batch.set(row, { weight: 800, remarks: 'Fragile' });
  expect(mine.body.refused).toMatchObject([{ row_id: row.id, field: 'weight' }]);
  expect(mine.body.rows[0].fields).toMatchObject({ weight: 700, remarks: 'Fragile' });
});

it('two people on one batch who book at the same moment book each order once', async () => {
  const some = await orders(6);
  const [one, two] = [await aBatch(server, shop, some), await aBatch(server, shop, some.toReversed())];
  const other = await aUser(server.context, shop.shopId);
  await Promise.all([
    one.call('POST', '/book', {}),
    one.call('POST', '/book', {}, other.token),
    two.call('POST', '/book', {}),
  ]);
  await server.work('batch-rows');
  const [first, second] = [await one.read(), await two.read()];
  expect(first.data.counts.booked + second.data.counts.booked).toBe(6);
  for (const failed of [...first.rows, ...second.rows].filter((row) => row.state === 'failed'))
    expect(failed).toMatchObject({ code: 'order-already-booked', message: expect.stringContaining('booked') });
  await server.work('store-updates');
  for (const order of some) expect(await fulfilled(order.name)).toHaveLength(1);
  await server.work('batch-comparisons');
  const retried = await two.call('POST', '/retry', {});
  expect(retried.body.taken).toBe(0);
});

it('booking rows shows the courier’s words for a refused row, and books it on retry', async () => {
  const batch = await aBatch(server, shop, await orders(3));
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { booked: 2, failed: 1 } });
  const failed = rows.find((row) => row.state === 'failed');
  expect(failed).toMatchObject({
    code: 'courier-rejected',
    message: expect.stringMatching(/^Leopards refused the booking: .+/),
  });
  const retried = await batch.call('POST', '/retry', { row_ids: [failed?.id] });
  expect(retried.body).toMatchObject({ taken: 1, rows: [{ state: 'queued', message: '' }] });
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 3, failed: 0 });
});

it('booking rows never retries a row with an unclear answer, and marks it booked when the courier has it', async () => {
  const batch = await aBatch(server, shop, await orders(2));
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { booked: 1, uncertain: 1 } });
  const uncertain = rows.find((row) => row.state === 'uncertain');
  expect(uncertain?.message).toContain('will not book it again');
  expect((await batch.call('POST', '/retry', { row_ids: [uncertain?.id] })).body.taken).toBe(0);
  const { cursor } = await batch.read();
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  const news = (await batch.call('GET', `?since=${cursor}`)).body;
  const found = news.rows.find((row: BatchRow) => row.id === uncertain?.id);
  expect(found).toMatchObject({ state: 'booked', shipment: { tracking_number: expect.any(String) } });
});

it('booking rows postpones the rows of a courier that is down, says why, and books them when it is back', async () => {
  const batch = await aBatch(server, shop, await orders(8), { account: shop.accounts.POSTEX });
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'throttle' });
  await batch.book();
  const waiting = await batch.read();
  expect(waiting.data).toMatchObject({ state: 'running', counts: { queued: 8, failed: 0 } });
  expect(waiting.rows[0]?.message).toContain('PostEx');
  expect(Date.parse(waiting.rows[0]?.next_try_at ?? '')).toBeGreaterThan(server.clock.now.getTime());
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(10 * 60_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 8 });
});

it('booking rows waits while a courier refuses because of its maintenance, says why, and books each row once when that is over', async () => {
  const courier = await startScriptedCourier();
  courier.answer({ '/bookPacket/': { json: { status: 0, error: 'System under maintenance' } } });
  const { couriers } = server.context;
  const { book } = createLeopard({ baseUrl: courier.url });
  const batch = await aBatch(server, shop, await orders(3), { account: shop.accounts.LEOPARD });
  const before = (await shop.consignments()).length;
  await batch.call('POST', '/book', {});
  await runDueJobs(
    { ...server.context, couriers: { ...couriers, LEOPARD: { ...couriers.LEOPARD, book } } },
    batchRowWork,
  );
  await courier.close();
  const waiting = await batch.read();
  expect(waiting.data).toMatchObject({ state: 'running', counts: { queued: 3, failed: 0 } });
  expect(waiting.rows[0]?.message).toBe(
    'Leopards: System under maintenance. Nothing was booked. We’ll retry automatically.',
  );
  server.clock.advance(10 * 60_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 3 });
  expect(await shop.consignments()).toHaveLength(before + 3);
});

it('booking rows fails all rows of an account when the courier refuses its credentials, and no other rows', async () => {
  const batch = await aBatch(server, shop, await orders(10), { account: shop.accounts.MNP });
  const { rows } = await batch.read();
  await batch.call('PATCH', '/rows', { row_ids: [rows[0]?.id], set: { tracking_account: shop.accounts.LEOPARD } });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({
        secrets: server.context.vault.seal('{"api_password":"changed"}', `courier_account:${shop.accounts.MNP}`),
      })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', shop.accounts.MNP)
      .execute(),
  );
  const { data, rows: after } = await batch.book();
  expect(data.counts).toMatchObject({ booked: 1, failed: 9 });
  for (const row of after.filter((one) => one.state === 'failed'))
    expect(row).toMatchObject({ code: 'courier-unauthorised', message: expect.stringContaining('Accounts page') });
});

it('booking rows shows what changed in the store since the row was filled, and books the row after a person confirms', async () => {
  const [theirs, ours] = await orders(2);
  const batch = await aBatch(
    server,
    shop,
    [theirs, ours].map((order) => ({ id: order?.id ?? '' })),
  );
  for (const order of [theirs, ours])
    await server.sandbox.control(`orders/${order?.id}`, { address: { address1: 'House 99, Street 12' } });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { changed: 2, booked: 0 } });
  expect(rows[0]?.changes).toEqual([
    expect.objectContaining({ field: 'Address', now: expect.stringContaining('House 99') }),
  ]);
  const old = rows[1]?.fields.consignee_address;
  await batch.call('POST', '/confirm', { row_ids: [rows[0]?.id], take: 'store' });
  const kept = await batch.call('POST', '/confirm', { row_ids: [rows[1]?.id], take: 'row' });
  expect(kept.body).toMatchObject({ taken: 1, rows: [{ state: 'queued', fields: { consignee_address: old } }] });
  await server.work('batch-rows');
  const done = await batch.read();
  expect(done.data.counts).toMatchObject({ booked: 2 });
  expect(done.rows[0]?.fields.consignee_address).toContain('House 99');
});

it('an order that was put on hold since its batch was made is not booked, is asked about, and is booked once a person confirms', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }], { account: shop.accounts.LEOPARD });
  await server.sandbox.control(`orders/${order?.id}`, { hold: 'HIGH_RISK_OF_FRAUD' });
  await batch.book();
  await server.work('batch-comparisons');
  const row = await batch.row(order?.name ?? '');
  expect(row).toMatchObject({ state: 'failed', code: 'order-not-confirmed' });
  expect(issuesOf(row)).toEqual([['on-hold', 'warning', '']]);
  await batch.set(row, { accept: confirmationsOf(row, 'on-hold') });
  await batch.call('POST', '/retry', {});
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 1, failed: 0 });
});

it('stopping makes queued rows drafts again, and only a batch that was never queued can be deleted', async () => {
  const batch = await aBatch(server, shop, await orders(4));
  await batch.call('POST', '/book', {});
  const stopped = await batch.call('POST', '/stop');
  expect(stopped.body).toMatchObject({ taken: 4, data: { state: 'draft', counts: { ready: 4, queued: 0 } } });
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ ready: 4, booked: 0 });
  expect((await batch.call('DELETE')).status).toBe(409);
  const draft = await aBatch(server, shop, await orders(1));
  expect((await draft.call('DELETE')).body).toEqual({ message: 'Batch deleted' });
  expect((await draft.call('GET')).status).toBe(404);
});

it('stopping a batch sends nothing for rows that wait for a free call to the courier, and makes them drafts again', async () => {
  const batch = await aBatch(server, shop, await orders(2), { account: shop.accounts.LEOPARD });
  const endCalls = await aBusyAccount(server, shop, shop.accounts.LEOPARD);
  const booking = batch.book();
  await expect.poll(async () => (await batch.read()).data.counts.booking).toBe(2);
  const before = (await shop.consignments()).length;
  await batch.call('POST', '/stop');
  await endCalls();
  const { data } = await booking;
  expect(data.counts).toMatchObject({ ready: 2, booked: 0, queued: 0 });
  expect(await shop.consignments()).toHaveLength(before);
  expect((await batch.book()).data.counts).toMatchObject({ booked: 2 });
});

it('a row of a stopped batch is a draft after the process that was booking it died', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [order ?? { id: '' }]);
  await batch.call('POST', '/book', {});
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'throttle', times: 1 });
  const released = await shop.book(order ?? { id: '' }, 'LEOPARD');
  const { rows } = await batch.read();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('batch_row')
      .set({ state: 'booking', shipment_id: released.body.errors[0].detail.shipment_id })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', rows[0]?.id ?? '')
      .execute(),
  );
  await batch.call('POST', '/stop');
  server.clock.advance(400_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ ready: 1, booked: 0, queued: 0 });
});

it('booking rows fails the remaining rows with the plan’s message when the plan limit is reached', async () => {
  const free = await aBookableShop(server);
  const month = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Karachi',
    year: 'numeric',
    month: '2-digit',
  }).format(server.clock.now);
  await withShop(server.context.db, free.shopId, async (trx) => {
    await trx.updateTable('subscription').set({ plan: 'FREE' }).where('shop_id', '=', free.shopId).execute();
    await trx.insertInto('plan_usage').values({ shop_id: free.shopId, month, used: 4998 }).execute();
  });
  const some = [];
  const address = { firstName: 'Bilal', lastName: 'Sheikh', address1: 'House 7' };
  for (let index = 0; index < 6; index += 1)
    some.push(await free.newOrder({ phone: `0301${1_000_000 + index}`, address, email: 'bilal@example.com' }));
  const batch = await aBatch(server, free, some, { account: free.accounts.LEOPARD });
  const { data, rows } = await batch.book();
  expect(data.counts).toMatchObject({ booked: 2, failed: 4 });
  for (const row of rows.filter((one) => one.state === 'failed'))
    expect(row).toMatchObject({ code: 'plan-limit', message: 'Kindly upgrade your plan' });
});

it('another worker resumes after one that died before its claim, after it, or after its release, and books nothing twice', async () => {
  const some = await orders(3);
  const batch = await aBatch(server, shop, some);
  await batch.call('POST', '/book', {});
  const { rows } = await batch.read();
  const [, second, third] = rows;
  const dead = (id: string | undefined, set: { state: string; shipment_id: string }) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .updateTable('batch_row')
        .set(set)
        .where('shop_id', '=', shop.shopId)
        .where('id', '=', id ?? '')
        .execute(),
    );
  // The worker had claimed the second order, and the claim of the third was released.
  const claimed = (await shop.book({ id: some[1]?.id ?? '' }, 'LEOPARD')).body.data;
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'throttle', times: 1 });
  const released = await shop.book({ id: some[2]?.id ?? '' }, 'LEOPARD');
  await dead(second?.id, { state: 'booking', shipment_id: claimed.id });
  await dead(third?.id, { state: 'booking', shipment_id: released.body.errors[0].detail.shipment_id });
  // The courier that refused has a pause.
  server.clock.advance(400_000);
  await server.work('batch-rows');
  const { data } = await batch.read();
  expect(data.counts).toMatchObject({ booked: 2, booking: 1 });
  await server.work('store-updates');
  for (const order of some) expect(await fulfilled(order.name)).toHaveLength(1);
});

it('a batch with many orders is compared with a store that takes seconds for each part of them', async () => {
  const many = await storeOrders(server, shop.domain, { count: 60, city: 'Lahore', payment: 'cod' });
  const batch = await aBatch(server, shop, many);
  const [changed] = many;
  await server.sandbox.control(`orders/${changed?.id}`, { outstanding: 1000 });
  server.clock.advance(200_000);
  await batch.read();
  await server.sandbox.control('faults', { target: 'shopify', kind: 'delay', delayMs: 1_900 });
  await server.work('batch-comparisons');
  expect((await batch.read()).data.store).toBe('store');
  expect((await batch.row(changed?.name ?? '')).fields.cod_amount).toBe(1000);
});

it('a row that was left out after it was not booked, and is taken back in, does not say any more why it was not booked', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }], { account: shop.accounts.LEOPARD });
  await server.sandbox.control(`orders/${order?.id}`, { hold: 'HIGH_RISK_OF_FRAUD' });
  await batch.book();
  await server.work('batch-comparisons');
  const failed = await batch.row(order?.name ?? '');
  expect(failed.message).toContain('Nothing was booked yet.');
  const accept = confirmationsOf(failed, 'on-hold');
  const leftOut = (await batch.set(failed, { accept, left_out: true })).body.rows[0];
  expect((await batch.set(leftOut, { left_out: false })).body.rows).toMatchObject([
    { state: 'draft', ready: true, message: '' },
  ]);
});
