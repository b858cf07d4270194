import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mirrorWholeStore } from '../../testing/installed-store.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

let phones = 0;
function anOrder(given: Record<string, unknown> = {}) {
  phones += 1;
  return shop.newOrder({
    lines: [{ title: 'Shirt', price: 1500 }],
    phone: `0305${String(1_000_000 + phones)}`,
    discountCode: null,
    ...given,
  });
}

type Order = { id: string; name: string };

const corrected = {
  consignee_phone: '03009998877',
  consignee_address: '12 Mall Road, first floor',
  cod_amount: 1200,
  destination_city: 'Multan',
};

async function inBatchOf(order: Order, cells: Record<string, unknown> = corrected) {
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.POSTEX });
  await batch.set(await batch.row(order.name), cells);
  return batch;
}

const formOf = async (order: Order) =>
  (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData;

const byField = (found: { field: string }[]) => Object.fromEntries(found.map((one) => [one.field, one]));

async function cancel(trackingNumber: string) {
  const reply = await server.call('PUT', `cancel-booking/${trackingNumber}`, { token: shop.token });
  expect(reply.status).toBe(200);
}

test('the form offers what a colleague entered for the order in a batch, beside what the store says', async () => {
  const order = await anOrder();
  expect(await formOf(order)).toMatchObject({ corrections: [], issues: [] });
  await inBatchOf(order);
  const { corrections, issues, ...form } = await formOf(order);
  expect(byField(corrections)).toMatchObject({
    consignee_phone: { value: '03009998877', instead_of: form.consignee_phone },
    consignee_address: { value: '12 Mall Road, first floor', instead_of: form.consignee_address },
    destination_city: { value: 'MULTAN', instead_of: 'Lahore' },
    cod_amount: { value: '1200', shown: 'Rs 1,200', instead_of: 'Rs 1,500' },
    tracking_account: { value: shop.accounts.POSTEX },
  });
  expect(corrections[0].where).toMatch(/^batch \d+ of /);
  expect(issues).toMatchObject([{ code: 'in-other-batch', level: 'info' }]);
  expect(issues[0].msg).toContain(corrections[0].where);
});

test('what was entered in one batch stays, whatever is entered in a later one: of each field the newest counts', async () => {
  const order = await anOrder();
  await inBatchOf(order, { cod_amount: 1200, consignee_phone: '03007776655', consignee_address: 'House 1' });
  await inBatchOf(order, { consignee_address: '12 Mall Road, first floor' });
  const { corrections } = await formOf(order);
  expect(byField(corrections)).toMatchObject({
    cod_amount: { value: '1200' },
    consignee_phone: { value: '03007776655' },
    consignee_address: { value: '12 Mall Road, first floor' },
  });
});

test.each(['', 'a lot'])('an amount of “%s” in another batch is not offered as a correction', async (typed) => {
  const order = await anOrder();
  await inBatchOf(order, { cod_amount: typed, consignee_address: corrected.consignee_address });
  const { corrections } = await formOf(order);
  expect(byField(corrections)).toHaveProperty('consignee_address');
  expect(byField(corrections)).not.toHaveProperty('cod_amount');
});

test('a second batch asks about each correction, and takes it with one click', async () => {
  const order = await anOrder();
  await inBatchOf(order, { consignee_address: corrected.consignee_address, cod_amount: 1200 });
  const second = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  const row = await second.row(order.name);
  expect(row.ready).toBe(false);
  const [address, cod, other] = row.issues;
  expect([address, cod, other]).toMatchObject([
    { code: 'corrected-before', field: 'consignee_address', choices: [{ value: corrected.consignee_address }] },
    { code: 'corrected-before', field: 'cod_amount', choices: [{ value: '1200', label: 'Rs 1,200' }] },
    { code: 'in-other-batch', level: 'info' },
  ]);
  await second.set(row, { consignee_address: address?.choices[0]?.value });
  // The other cell is confirmed as it is.
  await second.set(await second.row(order.name), { accept: [{ code: cod?.code, subject: cod?.subject }] });
  expect(await second.row(order.name)).toMatchObject({
    ready: true,
    fields: { consignee_address: corrected.consignee_address, cod_amount: 1500 },
  });
});

test('two confirmed corrections are both kept', async () => {
  const order = await anOrder();
  await inBatchOf(order, { consignee_address: corrected.consignee_address, cod_amount: 1200 });
  const second = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  for (const field of ['consignee_address', 'cod_amount']) {
    const row = await second.row(order.name);
    const issue = row.issues.find((one) => one.code === 'corrected-before' && one.field === field);
    await second.set(row, { accept: [{ code: issue?.code, subject: issue?.subject }] });
  }
  expect(await second.row(order.name)).toMatchObject({ ready: true });
});

test('a batch that waits hears of a correction in another one when it is opened again', async () => {
  const order = await anOrder();
  const first = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  await inBatchOf(order, { cod_amount: 1300 });
  server.clock.advance(200_000);
  await first.read();
  await server.work('batch-comparisons');
  const { issues } = await first.row(order.name);
  expect(byField(issues)).toMatchObject({ cod_amount: { code: 'corrected-before' } });
});

test('what was entered for a cancelled parcel is offered when the order is booked again', async () => {
  const order = await anOrder();
  const typed = { consignee_address: corrected.consignee_address, cod_amount: 1200 };
  const booked = await shop.bookAnyway(order, 'POSTEX', typed);
  await cancel(booked.body.data.trackingNumber);
  const { corrections } = await formOf(order);
  const where = `the parcel with PostEx ${booked.body.data.trackingNumber}`;
  expect(corrections).toMatchObject([
    { field: 'consignee_address', value: corrected.consignee_address, where },
    { field: 'cod_amount', value: '1200', where },
  ]);
});

test('a parcel that was booked with the store’s values offers nothing', async () => {
  const order = await anOrder({ city: 'lhr' });
  const booked = await shop.bookAnyway(order, 'POSTEX');
  await cancel(booked.body.data.trackingNumber);
  expect(await formOf(order)).toMatchObject({ corrections: [] });
});

test('a correction ends when the store changes what it corrected', async () => {
  const order = await anOrder();
  await inBatchOf(order, { consignee_address: corrected.consignee_address, consignee_phone: '03009998877' });
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'House 5, Canal View' } });
  const { corrections } = await formOf(order);
  expect(Object.keys(byField(corrections)).toSorted()).toEqual(['consignee_phone', 'tracking_account']);
});

test('a delivered parcel ends the corrections of its order', async () => {
  const order = await anOrder({ lines: [{ title: 'Shirt', price: 1500 }] });
  const booked = await shop.bookAnyway(order, 'LEOPARD', { consignee_address: corrected.consignee_address });
  const number = booked.body.data.trackingNumber;
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  server.clock.advance(4 * 3_600_000);
  await server.work('tracking');
  await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Shoes', price: 2500 } });
  const form = await formOf(order);
  expect(form).toMatchObject({ state: 'ready', corrections: [] });
});

test('a merge offers the corrections of each of its orders', async () => {
  const phone = '03051112233';
  const [one, other] = [await anOrder({ phone }), await anOrder({ phone })];
  await inBatchOf(other, { cod_amount: 1000 });
  const { body } = await server.call('GET', `get-orders-from-shopify?id=${one.id},${other.id}`, { token: shop.token });
  const [first, second] = body.ordersData.orders;
  expect(first.corrections).toEqual([]);
  expect(byField(second.corrections)).toMatchObject({ cod_amount: { value: '1000' } });
});

test('an order of which something was entered elsewhere is in Ready exactly when a new batch books it unasked', async () => {
  const { accounts, token } = shop;
  const orders = {
    plain: await anOrder(),
    'in a batch without edits': await anOrder(),
    'edited in a batch': await anOrder(),
    'edited and left out': await anOrder(),
    'edited back to what the store says': await anOrder(),
    'edited before the store changed it': await anOrder(),
    'edited with the account that is assigned now': await anOrder(),
    'cancelled, with the store’s values': await anOrder(),
    'cancelled, with another address': await anOrder(),
  };
  const address = { consignee_address: corrected.consignee_address };
  const edit = async (order: Order, cells: Record<string, unknown>, account: string = accounts.LEOPARD) => {
    const batch = await aBatch(server, shop, [order]);
    await batch.set(await batch.row(order.name), cells);
    if (account !== accounts.LEOPARD) await batch.set(await batch.row(order.name), { tracking_account: account });
    return batch;
  };
  await edit(orders['in a batch without edits'], {});
  await edit(orders['edited in a batch'], { cod_amount: 1200 });
  const leftOut = await edit(orders['edited and left out'], address);
  const row = await leftOut.row(orders['edited and left out'].name);
  await leftOut.call('PATCH', '/rows', { rows: [{ id: row.id, revision: row.revision, left_out: true }] });
  const back = await edit(orders['edited back to what the store says'], { cod_amount: 1200 });
  await back.set(await back.row(orders['edited back to what the store says'].name), { cod_amount: 1500 });
  await edit(orders['edited before the store changed it'], address);
  await server.sandbox.control(`orders/${orders['edited before the store changed it'].id}`, {
    address: { address1: 'House 5, Canal View' },
  });
  await edit(orders['edited with the account that is assigned now'], {}, accounts.POSTEX);
  for (const [name, changes] of [
    ['cancelled, with the store’s values', {}],
    ['cancelled, with another address', address],
  ] as const)
    await cancel((await shop.bookAnyway(orders[name], 'LEOPARD', changes)).body.data.trackingNumber);
  await mirrorWholeStore(server, shop.shopId);

  const listed = async (search: string): Promise<ListedRow[]> =>
    (await server.call('GET', `store-orders?limit=200&${search}`, { token })).body.data;
  const ids = (await listed('tab=all')).flatMap((found) =>
    found.order_name === orders['edited with the account that is assigned now'].name ? [found.id] : [],
  );
  await server.call('POST', 'store-orders/assign-account', {
    token,
    body: { selection: { ids }, account_id: accounts.POSTEX },
  });
  const named = (rows: readonly Pick<ListedRow, 'order_name'>[]) =>
    Object.entries(orders).flatMap(([kind, { name }]) => (rows.some((one) => one.order_name === name) ? [kind] : []));
  const asked = named(await listed('tab=look&missing=corrected-before'));
  expect(asked).toEqual(['edited in a batch', 'edited and left out', 'cancelled, with another address']);
  const ready = named(await listed('tab=ready'));
  expect(ready).toEqual(Object.keys(orders).filter((kind) => !asked.includes(kind)));

  const batch = await aBatch(server, shop, Object.values(orders));
  const { rows } = await batch.read();
  expect(named(rows.filter((one) => one.ready))).toEqual(ready);
  const all = await listed('tab=all');
  for (const kind of asked) {
    const found = all.find(
      (one) => one.order_name === Object.entries(orders).find(([name]) => name === kind)?.[1].name,
    );
    expect(found?.problems).toEqual(['corrected-before']);
    const panel = await server.call('GET', `store-orders/${found?.id}`, { token });
    expect(panel.body.order.problems).toEqual(['corrected-before']);
  }
});

type ListedRow = { id: string; order_name: string; problems: string[] };

test('the name and address of a merge are no correction of its other orders', async () => {
  const phone = '03051112244';
  const [one, other] = [await anOrder({ phone }), await anOrder({ phone, address: { address1: 'House 77, Gulberg' } })];
  const merged = await server.call('GET', `get-orders-from-shopify?id=${one.id},${other.id}`, { token: shop.token });
  const form = mergeFormOf(merged.body.ordersData, await shop.form(one, 'POSTEX'));
  const booked = await server.call('POST', 'book-orders', { token: shop.token, body: form });
  expect(booked.body).toMatchObject({ data: { trackingNumber: expect.any(String) } });
  await cancel(booked.body.data.trackingNumber);
  expect(await formOf(other)).toMatchObject({ corrections: [] });
});

test('the earlier parcels of a typed phone number can be read', async () => {
  const reply = await server.call('GET', 'earlier-parcels?phone=03001234567', { token: shop.token });
  expect(reply.body).toMatchObject({ earlier: { delivered: expect.any(Number), returned: expect.any(Number) } });
  expect((await server.call('GET', 'earlier-parcels?phone=123', { token: shop.token })).status).toBe(400);
});
