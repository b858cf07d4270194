import type { Issue } from '@courierdesk/contract/issues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

const lines = [{ title: 'Shirt', price: 1500 }];
const abroad = { firstName: 'Sara', address1: '5 Main Road', city: 'Lahore', country: 'United States' };
const inTheOrder = { address: { phone: '0300-123456' }, phone: '+923219998887' };
const phone = (() => {
  let made = 0;
  return () => {
    made += 1;
    return `0300${String(3_000_000 + made)}`;
  };
})();

/** A kind of order and what the store changed in it, the code of its warning, and a part of what a person reads. */
const kinds: [string, Record<string, unknown>, string, string][] = [
  ['on hold', { hold: 'HIGH_RISK_OF_FRAUD' }, 'on-hold', 'on hold in the store (High risk of fraud).'],
  ['scheduled', { fulfillAt: '2099-03-01T00:00:00Z' }, 'scheduled', 'scheduled in the store until 2099-03-01.'],
  [
    'that a fulfilment service was asked to send',
    { change: { part: { requestStatus: 'SUBMITTED' } } },
    'with-fulfilment-service',
    'The order is with the fulfilment service',
  ],
  ['that is picked up', { change: { part: { deliveryMethod: 'PICK_UP' } } }, 'pick-up', 'picked up by the customer.'],
  [
    'that is picked up at a pick-up point',
    { change: { part: { deliveryMethod: 'PICKUP_POINT' } } },
    'pick-up',
    'picked up by the customer.',
  ],
  ['sold in a shop', { change: { part: { deliveryMethod: 'RETAIL' } } }, 'pick-up', 'picked up by the customer.'],
  [
    'for local delivery',
    { change: { part: { deliveryMethod: 'LOCAL' } } },
    'local-delivery',
    'The order is for local delivery.',
  ],
  ['archived', { archived: true }, 'archived', 'archived in the store'],
  ['test order', { test: true }, 'test-order', 'This is a test order.'],
  ['to another country', { address: abroad }, 'other-country', 'The address is in United States.'],
  ['in dollars', { currency: 'USD' }, 'other-currency', 'The order is in USD'],
  [
    'with a payment that is only authorised',
    { financialStatus: 'AUTHORIZED', gateways: ['shopify_payments'] },
    'payment-unsettled',
    '(shopify_payments) is authorised, but not captured yet: Rs 1,500 is open.',
  ],
  ['with an expired payment', { financialStatus: 'EXPIRED' }, 'payment-unsettled', 'has expired'],
  ['with a voided payment', { financialStatus: 'VOIDED' }, 'payment-unsettled', 'was voided'],
  ['refunded', { payment: 'paid', financialStatus: 'REFUNDED' }, 'payment-returned', 'got the payment back'],
  ['refunded in part', { financialStatus: 'PARTIALLY_REFUNDED' }, 'payment-returned', 'a part of the payment back'],
  [
    'paid by deposit',
    { gateways: ['Bank Deposit'] },
    'paid-by-deposit',
    'pays with Bank Deposit, and Rs 1,500 is open',
  ],
  ['with an unreadable phone in the address', inTheOrder, 'phone-replaced', '"0300-123456", is not a Pakistani mobile'],
];

describe.each(kinds)('an order %s', (_kind, { change, ...given }, code, words) => {
  const anOrder = async () => {
    const order = await shop.newOrder({
      lines,
      shipping: 0,
      discountCode: null,
      phone: phone(),
      city: 'Lahore',
      ...given,
    });
    if (change) await server.sandbox.control(`orders/${order.id}`, change);
    await deliverWebhooks(server);
    return order;
  };
  const warnings = (issues: Issue[]) => issues.filter(({ level }) => level === 'warning');

  test('is not ready, says why, and is booked only by a person who confirms it', async () => {
    const order = await anOrder();
    const tab = async (name: string) =>
      (
        await server.call('GET', `store-orders?tab=${name}&query=${encodeURIComponent(order.name)}`, {
          token: shop.token,
        })
      ).body.data;
    expect(await tab('ready')).toEqual([]);
    expect(await tab('look')).toMatchObject([{ problems: [code] }]);

    const form = await shop.form(order, 'LEOPARD');
    const book = (confirmed: unknown[]) =>
      server.call('POST', 'book-order', { token: shop.token, body: { ...form, confirmed } });
    const refused = await book([]);
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'order-not-confirmed' }] } });
    const asked = warnings(refused.body.errors[0].detail.issues);
    expect(asked).toMatchObject([{ code }]);
    expect(asked[0]?.msg).toContain(words);
    expect((await book([{ code, subject: 'something else' }])).status).toBe(409);
    expect((await book(asked)).status).toBe(200);
  });

  test('waits in a batch until a person looked at it', async () => {
    const order = await anOrder();
    const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
    const row = await batch.row(order.name);
    expect(row.ready).toBe(false);
    const asked = row.issues.filter((issue) => issue.code === code);
    expect(asked).toHaveLength(1);
    const accept = row.issues
      .filter(({ level }) => level === 'warning')
      .map(({ code: one, subject }) => ({ code: one, subject }));
    const stale = accept.map((one) => ({ ...one, subject: 'something else' }));
    expect((await batch.set(row, { accept: stale })).body.rows[0]).toMatchObject({ ready: false });
    await batch.set(await batch.row(order.name), { accept });
    expect((await batch.book()).rows[0]).toMatchObject({ state: 'booked' });
  });
});

test('a plain order is ready, asks nothing and is booked', async () => {
  const order = await shop.newOrder({ lines, phone: phone(), city: 'Lahore' });
  await deliverWebhooks(server);
  const form = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData;
  expect(form).toMatchObject({ issues: [], problems: [] });
  expect((await shop.book(order, 'LEOPARD')).status).toBe(200);
});

test('after a part was sent, the courier is to collect what this parcel is worth, and a person is asked', async () => {
  const order = await shop.newOrder({
    lines: [{ title: 'Shirt', price: 5000 }],
    shipping: 200,
    discountCode: null,
    phone: phone(),
    city: 'Lahore',
  });
  await server.sandbox.control(`orders/${order.id}`, { fulfill: { number: 'HAND9' } });
  await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Cap', price: 400 } });
  await deliverWebhooks(server);
  const form = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData;
  expect(form).toMatchObject({
    cod_amount: 400,
    products_list: '1 x Cap',
    issues: [
      { code: 'partly-sent', msg: '1 of 2 items was sent already. Rs 5,600 is open, this parcel is worth Rs 400.' },
    ],
  });
  expect((await shop.book(order, 'LEOPARD')).status).toBe(409);
  expect((await shop.book(order, 'LEOPARD', { confirmed: form.issues })).status).toBe(200);
});

const shirtAndMug = [
  { title: 'Shirt', price: 5000 },
  { title: 'Mug', price: 400, quantity: 2 },
];
const formOf = async (order: { id: string }) =>
  (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData;

test.each([
  ['on hold', { hold: 'INVENTORY_OUT_OF_STOCK' }, 'on hold in the store (Inventory out of stock)'],
  ['scheduled', { fulfillAt: '2099-03-01T00:00:00Z' }, 'scheduled in the store until 2099-03-01'],
  ['with a fulfilment service', { requestStatus: 'ACCEPTED' }, 'with the fulfilment service'],
  ['picked up', { deliveryMethod: 'PICK_UP' }, 'picked up by the customer'],
])('items that are %s are not in the parcel, and not in its amount', async (_why, part, words) => {
  const order = await shop.newOrder({ lines: shirtAndMug, shipping: 0, discountCode: null, phone: phone() });
  await server.sandbox.control(`orders/${order.id}`, { part: { lines: [1], ...part } });
  await deliverWebhooks(server);
  const form = await formOf(order);
  expect(form).toMatchObject({
    cod_amount: 5000,
    products_list: '1 x Shirt',
    issues: [{ code: 'partly-stopped', level: 'warning' }],
  });
  expect(form.issues[0].msg).toMatch(/^2 of 3 items are not in this parcel: /);
  expect(form.issues[0].msg).toContain(words);
  expect(form.issues[0].msg).toContain('Rs 5,800 is open, this parcel is worth Rs 5,000.');
  expect((await shop.book(order, 'LEOPARD')).status).toBe(409);
  expect((await shop.book(order, 'LEOPARD', { confirmed: form.issues })).status).toBe(200);
  await server.work('store-updates');
  expect(await server.sandbox.control(`orders/${order.id}`)).toMatchObject({
    lines: [{ fulfilled: 1 }, { fulfilled: 0 }],
  });
});

test('items whose hold is released are in the parcel again', async () => {
  const order = await shop.newOrder({ lines: shirtAndMug, shipping: 0, discountCode: null, phone: phone() });
  await server.sandbox.control(`orders/${order.id}`, { part: { lines: [1], hold: 'OTHER' } });
  await server.sandbox.control(`orders/${order.id}`, { release: true });
  expect(await formOf(order)).toMatchObject({ cod_amount: 5800, products_list: '1 x Shirt, 2 x Mug', issues: [] });
});

test('a form that was opened before the hold does not book, and says what changed', async () => {
  const order = await shop.newOrder({ lines, phone: phone(), city: 'Lahore' });
  const { version } = await formOf(order);
  await server.sandbox.control(`orders/${order.id}`, { hold: 'HIGH_RISK_OF_FRAUD' });
  const refused = await shop.book(order, 'LEOPARD', { version });
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).toContain('on hold in the store (High risk of fraud)');
});

test('a booked order that the merchant marks as refunded opens a case', async () => {
  const order = await shop.newOrder({ lines, payment: 'paid', phone: phone(), city: 'Lahore' });
  await shop.bookAnyway(order, 'LEOPARD', { cod_amount: 0 });
  await server.work('store-updates');
  await deliverWebhooks(server);
  await server.sandbox.control(`orders/${order.id}`, { financialStatus: 'REFUNDED' });
  await deliverWebhooks(server);
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  expect(JSON.stringify(body)).toContain('The customer got the payment back');
});

test('an order of another currency proposes no amount', async () => {
  const order = await shop.newOrder({ lines, currency: 'USD', phone: phone(), city: 'Lahore' });
  expect((await formOf(order)).cod_amount).toBe(0);
});

test('no list, form, batch or confirmation calls the amounts of an order in another currency rupees', async () => {
  const order = await shop.newOrder({ lines, currency: 'USD', payment: 'paid', phone: phone(), city: 'Lahore' });
  const read = async (path: string) => (await server.call('GET', path, { token: shop.token })).body;
  expect(await formOf(order)).toMatchObject({ currency: 'USD', line_items: [{ currency: 'USD' }] });
  const listed = (await read('store-orders?tab=all&limit=200')).data;
  expect(listed.find((row: { order_name: string }) => row.order_name === order.name)).toMatchObject({
    currency: 'USD',
  });
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  expect(await batch.row(order.name)).toMatchObject({ currency: 'USD' });
  const booked = await shop.bookAnyway(order, 'LEOPARD', { cod_amount: 0 });
  expect(booked.body.data.lineItems).toMatchObject([{ currency: 'USD' }]);
  const parcels = (await read('get-all-orders?limit=200')).data;
  expect(parcels.find((row: { order_name: string }) => row.order_name === order.name).value).toBeNull();
});

test('a parcel without an amount to collect counts as paid only when the store says that nothing is open', async () => {
  const open = await shop.newOrder({ lines, phone: phone(), city: 'Lahore' });
  const paid = await shop.newOrder({ lines, payment: 'paid', phone: phone(), city: 'Lahore' });
  for (const order of [open, paid])
    expect((await shop.bookAnyway(order, 'LEOPARD', { cod_amount: 0 })).status).toBe(200);
  const { body } = await server.call('GET', 'get-all-orders?limit=200', { token: shop.token });
  const payment = (name: string) =>
    body.data.find((row: { order_name: string }) => row.order_name === name)?.payment_status;
  expect([payment(open.name), payment(paid.name)]).toEqual(['UNPAID', 'PAID']);
});

test('an order without goods has nothing to ship, which is not the same as already fulfilled', async () => {
  const download = await shop.newOrder({ lines: [{ title: 'Pattern (PDF)', price: 500, requiresShipping: false }] });
  const emptied = await shop.newOrder({ lines, phone: phone(), city: 'Lahore' });
  await server.sandbox.control(`orders/${emptied.id}`, { quantities: [{ line: 0, quantity: 0 }] });
  const sent = await shop.newOrder({ lines, phone: phone(), city: 'Lahore' });
  await server.sandbox.control(`orders/${sent.id}`, { fulfill: { number: 'HAND1' } });
  const states = await Promise.all([download, emptied, sent].map(async (order) => (await formOf(order)).state));
  expect(states).toEqual(['nothing-to-ship', 'nothing-to-ship', 'fulfilled']);
  const codes = [];
  for (const order of [emptied, sent])
    codes.push((await shop.book(order, 'LEOPARD', { products_list: 'Shirt' })).body.errors[0].code);
  expect(codes).toEqual(['nothing-to-ship', 'order-already-fulfilled']);
  const batch = await aBatch(server, shop, [emptied], { account: shop.accounts.LEOPARD });
  expect((await batch.row(emptied.name)).issues[0]).toMatchObject({ code: 'nothing-to-ship', level: 'error' });
});

test('the weight of an order is not known while one of its items has none', async () => {
  const weighed = { title: 'Shirt', price: 1500, grams: 200 };
  const known = await shop.newOrder({ lines: [weighed], phone: phone() });
  const unknown = await shop.newOrder({ lines: [weighed, { title: 'Iron', price: 4000, grams: 0 }], phone: phone() });
  expect(await formOf(known)).toMatchObject({ weight: 200, weight_source: 'store', store_weights: [200] });
  const form = await formOf(unknown);
  expect(form.store_weights).toEqual([0]);
  expect(form.weight_source).not.toBe('store');
});

test('the note of an order goes to the rider only if the shop wants that', async () => {
  const order = await shop.newOrder({ lines, phone: phone(), note: 'STAFF: check the card' });
  expect(await formOf(order)).toMatchObject({ note: 'STAFF: check the card', remarks: '' });
  const { settings } = (await server.call('GET', 'store/default-settings', { token: shop.token })).body;
  const save = (note_in_remarks: boolean) =>
    server.call('POST', 'store/default-settings', {
      token: shop.token,
      body: { ...settings, revision: undefined, tags: undefined, note_in_remarks },
    });
  expect((await save(true)).status).toBe(200);
  expect(await formOf(order)).toMatchObject({ remarks: 'STAFF: check the card' });
  await save(false);
});

test('a merge collects for a partly sent order what its rest is worth', async () => {
  const plain = await shop.newOrder({ lines, shipping: 0, discountCode: null, phone: phone() });
  const partly = await shop.newOrder({ lines, shipping: 200, discountCode: null, phone: phone() });
  await server.sandbox.control(`orders/${partly.id}`, { fulfill: { number: 'HAND2' } });
  await server.sandbox.control(`orders/${partly.id}`, { addLine: { title: 'Cap', price: 400 } });
  const { body } = await server.call('POST', 'merged-orders', {
    token: shop.token,
    body: { ordersIdsArray: [plain.id, partly.id] },
  });
  expect(body.ordersData).toMatchObject({ cod: 1900, shippingPrice: '0.00' });
});

test('an order with an absurd amount or weight stops no other order, and no courier is asked to collect a made-up amount', async () => {
  const absurd = await shop.newOrder({ lines: [{ title: 'Shirt', price: 20_000_000_000 }], phone: phone() });
  const heavy = { title: 'Shirt', price: 1500, grams: 2_000_000_000 };
  const tooHeavy = await shop.newOrder({
    lines: [heavy, { ...heavy, requiresShipping: false }, heavy],
    phone: phone(),
  });
  const usual = await shop.newOrder({ lines, phone: phone() });
  await deliverWebhooks(server);
  const look = await server.call('GET', 'store-orders?tab=look&limit=200', { token: shop.token });
  const problemsOf = ({ name }: { name: string }): string[] | undefined =>
    look.body.data.find((row: { order_name: string }) => row.order_name === name)?.problems;
  expect(problemsOf(absurd)).toContain('cod-over-limit');
  expect(problemsOf(tooHeavy)).toContain('weight-unusual');
  expect((await shop.bookAnyway(absurd, 'LEOPARD')).body.errors[0].msg).toBe('COD amount: maximum Rs 10,000,000');
  const batch = await aBatch(server, shop, [absurd]);
  const { issues } = await batch.row(absurd.name);
  expect(issues).toContainEqual(expect.objectContaining({ level: 'error', field: 'cod_amount' }));
  expect((await shop.book(usual, 'LEOPARD')).status).toBe(200);
});

test('an order with a character that the database cannot store stops no other order, and can be booked', async () => {
  const odd = await shop.newOrder({
    lines: [{ title: 'Shirt\0', price: 1500 }],
    ...{ note: 'Call first\0', tags: ['vip\0'], gateways: ['COD\0'], phone: phone() },
  });
  const usual = await shop.newOrder({ lines, phone: phone() });
  await deliverWebhooks(server);
  const { body } = await server.call('GET', 'store-orders?tab=ready&limit=200', { token: shop.token });
  const names = body.data.map((row: { order_name: string }) => row.order_name);
  expect(names).toEqual(expect.arrayContaining([odd.name, usual.name]));
  expect(await formOf(odd)).toMatchObject({ note: 'Call first\ufffd', products_list: '1 x Shirt\ufffd' });
  expect((await shop.book(odd, 'LEOPARD')).status).toBe(200);
});
