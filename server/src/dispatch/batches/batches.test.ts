import type { BatchRow } from '@courierdesk/contract/batch';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch, differentCustomers } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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

const orders = (count: number, given?: Record<string, unknown>) => differentCustomers(shop, count, given);

const issuesOf = (row: BatchRow) => row.issues.map((issue) => [issue.code, issue.level, issue.field]);

const confirmationsOf = (row: BatchRow, code: string) =>
  row.issues.flatMap((issue) => (issue.code === code ? [{ code, subject: issue.subject }] : []));

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
