import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  await freeShippingFrom(0);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };

/** Two orders of one customer: goods for 2,450 and 1,000, shipping 200 and 100. */
async function twoOrders(): Promise<[Order, Order]> {
  const address = { firstName: 'Hina', lastName: 'Qureshi', address1: 'House 5, Street 9', address2: '', company: '' };
  const first = await shop.newOrder({ address, shipping: 200 });
  const second = await shop.newOrder({ address, shipping: 100, lines: [{ title: 'Mug', price: 500, quantity: 2 }] });
  return [first, second];
}
const idsOf = (orders: readonly Order[]): string => orders.map((order) => order.id).join(',');
const asked = (ids: string, token = shop.token): Promise<Answer> =>
  server.call('GET', `get-orders-from-shopify?id=${encodeURIComponent(ids)}`, { token });
const freeShippingFrom = (value: number): Promise<Answer> =>
  server.call('POST', 'store/default-settings', {
    token: shop.token,
    body: { free_shipping_value: value, default_weight: 500, show_discount: true, discount_name: '' },
  });

/** The body that the merge page sends. */
async function mergeForm(orders: readonly Order[], changes: Record<string, unknown> = {}) {
  const { ordersData } = (await asked(idsOf(orders))).body;
  const [first] = orders;
  if (!first) throw new Error('no orders to merge');
  return { ...mergeFormOf(ordersData, await shop.form(first, 'LEOPARD')), ...changes };
}
const send = (body: Record<string, unknown>, key?: string): Promise<Answer> =>
  server.call('POST', 'book-orders', { token: shop.token, body, ...(key && { headers: { 'idempotency-key': key } }) });
const fulfilledWith = async (order: Order) =>
  (await shop.fulfilments())
    .filter((one) => one.order_name === order.name && one.status === 'SUCCESS')
    .map((one) => one.tracking_number);
const plan = async (): Promise<number> =>
  (await server.call('GET', 'check-subscription', { token: shop.token })).body.orders;

it('the merge form shows every order and the sums of the parcel', async () => {
  const orders = await twoOrders();
  const { status, body } = await asked(idsOf(orders));
  expect(status).toBe(200);
  expect(body.ordersData).toMatchObject({
    orderNames: orders.map((order) => order.name),
    codWithoutShipping: '3450.00',
    shippingPrice: '300.00',
    avgShipping: '150.00',
    shippingIsZero: false,
    cod: 3600,
    pieces: 1,
    productsList: '1 x Lawn suit, 2 x Mug',
    differences: [],
    missing: [],
  });
  expect(body.ordersData.orders[1]).toMatchObject({
    name: orders[1].name,
    shipping: '100.00',
    cod: 1100,
    fulfillment: 'UNFULFILLED',
    products_list: '2 x Mug',
    state: 'ready',
  });
  const list = await server.call('POST', 'merged-orders', {
    token: shop.token,
    body: { ordersIdsArray: body.ordersData.orderids },
  });
  expect(list.body.ordersData.orderids).toEqual(body.ordersData.orderids);
});

it('shipping that the merchant took off an order is no part of what a merge collects', async () => {
  const [first, second] = await twoOrders();
  await server.sandbox.control(`orders/${second.id}`, { removeShipping: true });
  expect((await asked(idsOf([first, second]))).body.ordersData).toMatchObject({
    codWithoutShipping: '3450.00',
    shippingPrice: '200.00',
    avgShipping: '100.00',
    cod: 3550,
    orders: [
      { shipping: '200.00', cod: 2650 },
      { shipping: '0.00', cod: 1000 },
    ],
  });
});

it('the forms of one order and of several name whole items and say how many more do not fit in the products list', async () => {
  const address = { firstName: 'Sana', lastName: 'Malik', address1: 'House 7, Street 2', address2: '', company: '' };
  const linesFrom = (first: number) =>
    Array.from({ length: 60 }, (_, index) => {
      const title = `Lawn suit with a printed chiffon dupatta ${first + index}`;
      return { title, price: 10, quantity: 2 };
    });
  const orders = [
    await shop.newOrder({ address, lines: linesFrom(100) }),
    await shop.newOrder({ address, lines: linesFrom(200) }),
  ];
  const { ordersData } = (await asked(idsOf(orders))).body;
  for (const [list, items] of [
    [ordersData.productsList, 120],
    [ordersData.orders[0].products_list, 60],
  ]) {
    const [, shown = '', more] = /^(.*), and (\d+) more items$/.exec(list) ?? [];
    expect(shown).toMatch(/^(2 x Lawn suit with a printed chiffon dupatta \d{3}(, |$))+$/);
    expect(shown.split(', ').length + Number(more)).toBe(items);
    expect(list.length).toBeLessThanOrEqual(2000);
    expect(list.length, 'no other item fits').toBeGreaterThan(2000 - 50);
  }
  expect((await send(await mergeForm(orders))).status).toBe(200);
});

it('a products list whose first item alone is too long is cut at its end', async () => {
  const order = await shop.newOrder({ lines: [{ title: 'Lawn '.repeat(500), price: 10, quantity: 1 }] });
  const { orderData } = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body;
  expect(orderData.products_list).toBe(`1 x ${'Lawn '.repeat(500)}`.slice(0, 2000));
});

it('the merge form has no shipping above the free-shipping value of the shop', async () => {
  const orders = await twoOrders();
  await freeShippingFrom(3450);
  expect((await asked(idsOf(orders))).body.ordersData).toMatchObject({
    shippingIsZero: true,
    avgShipping: '0.00',
    cod: 3450,
  });
  await freeShippingFrom(3500);
  expect((await asked(idsOf(orders))).body.ordersData).toMatchObject({ shippingIsZero: false, cod: 3600 });
});

it('the merge form says what differs between the orders', async () => {
  const first = await shop.newOrder();
  const other = await shop.newOrder({ phone: '03217654321', city: 'Karachi', address: { firstName: 'Somebody' } });
  const { differences } = (await asked(idsOf([first, other]))).body.ordersData;
  expect(differences).toEqual(expect.arrayContaining(['name', 'phone', 'city']));
});

it('the merge form names ids that do not exist, and refuses if none exists, one is invalid or none is given', async () => {
  const order = await shop.newOrder();
  const { body } = await asked(`${order.id},999999999999`);
  expect(body.ordersData).toMatchObject({ orderNames: [order.name], missing: ['999999999999'] });
  const none = await asked('999999999998,999999999999');
  expect(none.status).toBe(404);
  expect(none.body.errors[0].msg).toBe('Oops! We have found no order(s) corresponding to these id(s).');
  const bad = await asked(`${order.id},nonsense`);
  expect(bad.status).toBe(400);
  expect(bad.body.errors[0].msg).toBe('Invalid id entered');
  const without = await server.call('GET', 'get-orders-from-shopify', { token: shop.token });
  expect(without).toMatchObject({ status: 400, body: { errors: [{ field: 'id', msg: 'Invalid id entered' }] } });
  const many = await asked(Array.from({ length: 21 }, (_, index) => String(index + 1)).join(','));
  expect(many.body.errors[0].msg).toBe('Maximum 20 orders per parcel');
});

it('the merge form refuses an order of another shop', async () => {
  const stranger = await aBookableShop(server);
  const order = await shop.newOrder();
  const { orderids } = (await asked(order.id)).body.ordersData;
  expect((await asked(orderids[0], stranger.token)).status).toBe(404);
  const form = await mergeForm(await twoOrders());
  const foreign = { ...form, order_id: orderids, tracking_account: stranger.accounts.LEOPARD };
  const refused = await server.call('POST', 'book-orders', { token: stranger.token, body: foreign });
  expect(refused.status).toBe(404);
});

it('a successful merge creates one consignment, counts once in the plan, and gives every order its number', async () => {
  const orders = await twoOrders();
  const before = await plan();
  const { status, body } = await send(await mergeForm(orders));
  expect(body).toMatchObject({ message: 'Order has been booked and fulfilled', booking_state: 'booked' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    name: orders.map((order) => order.name).join(', '),
    store_orders: orders.map((order) => ({ order_name: order.name })),
    cod: 3600,
  });
  expect(body.data.lineItems).toHaveLength(2);
  const { trackingNumber, reference } = body.data;
  const held = (await shop.consignments()).filter((one) => one.reference === reference);
  expect(held).toEqual([expect.objectContaining({ tracking_number: trackingNumber, cancelled: false })]);
  for (const order of orders) expect(await fulfilledWith(order)).toEqual([trackingNumber]);
  expect(await plan()).toBe(before + 1);
  const list = await server.call('GET', `get-all-orders?tag=MERGED&track=${trackingNumber}`, { token: shop.token });
  expect(list.body.data).toEqual([expect.objectContaining({ tag: 'MERGED', order_name: body.data.name, cod: 3600 })]);
});

it('a successful merge takes comma-separated ids and names, and ignores repeated orders', async () => {
  const orders = await twoOrders();
  const form = await mergeForm(orders);
  const texts = {
    ...form,
    order_id: `${idsOf(orders)},${orders[0].id}`,
    order_name: orders.map((order) => order.name).join(','),
    versions: [],
  };
  const { body } = await send(texts);
  expect(body.data.store_orders).toHaveLength(2);
  expect(body.booking_state).toBe('booked');
});

it('cancelling it unfulfils and frees every order', async () => {
  const orders = await twoOrders();
  const { trackingNumber } = (await send(await mergeForm(orders))).body.data;
  const cancelled = await server.call('PUT', `cancel-booking/${trackingNumber}`, { token: shop.token });
  expect(cancelled.body.message).toBe('Order has been cancelled from courier and unfulfilled from shopify');
  for (const order of orders) expect(await fulfilledWith(order)).toEqual([]);
  const again = await send(await mergeForm(orders));
  expect(again.body.booking_state).toBe('booked');
});

it('a successful merge returns the same booking for a repeated key', async () => {
  const orders = await twoOrders();
  const form = await mergeForm(orders);
  const both = await Promise.all([send(form, 'merge-once-only'), send(form, 'merge-once-only')]);
  expect(new Set(both.map((answer) => answer.body.data.id)).size).toBe(1);
  expect((await send({ ...form, pieces: 2 }, 'merge-once-only')).body.errors[0].code).toBe('idempotency-conflict');
});

async function untouched(order: Order): Promise<void> {
  expect(await fulfilledWith(order)).toEqual([]);
  expect((await asked(order.id)).body.ordersData.orders[0].state).toBe('ready');
}

it('nothing is booked, and the error names the order if another booking holds it', async () => {
  const [first, second] = await twoOrders();
  const form = await mergeForm([first, second]);
  const { body } = await shop.book(second, 'TCS');
  const refused = await send(form);
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'order-already-booked',
    msg: `${second.name} is already booked with TCS: ${body.data.trackingNumber}.`,
    detail: { order_name: second.name, shipment_id: body.data.id },
  });
  await untouched(first);
});

it('nothing is booked, and the error names the order if it was cancelled in the store', async () => {
  const [first, second] = await twoOrders();
  const form = await mergeForm([first, second]);
  await server.sandbox.control(`orders/${second.id}`, { cancel: true });
  const refused = await send(form);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'order-cancelled-in-store',
    detail: { order_name: second.name },
  });
  await untouched(first);
});

it('nothing is booked, and the error names the order if it was fulfilled manually', async () => {
  const [first, second] = await twoOrders();
  const form = await mergeForm([first, second]);
  await server.sandbox.control(`orders/${second.id}`, { fulfill: { number: 'BYHAND7' } });
  const refused = await send(form);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'order-already-fulfilled',
    msg: `${second.name}: Order is already fulfilled on Shopify.`,
  });
  await untouched(first);
});

it('if two people merge overlapping orders at the same time, one merge gets all of its orders', async () => {
  const [first, second] = await twoOrders();
  const [third] = await twoOrders();
  const forms = [await mergeForm([first, second]), await mergeForm([second, third]), await mergeForm([third, first])];
  const answers = await Promise.all(forms.map((form) => send(form)));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
  const numbers = await Promise.all([first, second, third].map(fulfilledWith));
  expect(numbers.flat()).toHaveLength(2);
  expect(new Set(numbers.flat()).size).toBe(1);
});

it('a refusal of the courier frees all orders and returns the booking to the plan', async () => {
  const orders = await twoOrders();
  const before = await plan();
  await server.sandbox.control('faults', [{ target: 'leopard', operation: 'book', kind: 'refuse', times: 1 }]);
  const refused = await send(await mergeForm(orders));
  expect(refused.body.errors[0].code).toBe('courier-rejected');
  for (const order of orders) await untouched(order);
  expect(await plan()).toBe(before);
});

describe('the sums are calculated again', () => {
  it('an order that changed since the form was opened is shown with old and new values', async () => {
    const orders = await twoOrders();
    const form = await mergeForm(orders);
    await server.sandbox.control(`orders/${orders[1].id}`, { outstanding: 600 });
    const refused = await send(form);
    expect(refused.body.errors[0].code).toBe('order-changed');
    const fields = refused.body.errors[0].detail.changes.map((change: { field: string }) => change.field);
    expect(fields).toContain(`${orders[1].name}: Amount to collect`);
    expect(fields).toContain('COD without shipping');
    const { versions, sums } = refused.body.errors[0].detail;
    const unusual = await send({ ...form, versions, ...sums });
    expect(unusual.body.errors[0]).toMatchObject({ code: 'cod-unconfirmed', field: 'confirmed' });
    const confirmed = unusual.body.errors[0].detail.issues;
    // Seen is what was seen: a later change is asked about.
    await server.sandbox.control(`orders/${orders[0].id}`, { outstanding: 700 });
    const again = await send({ ...form, versions, ...sums, confirmed });
    expect(again.body.errors[0].code).toBe('order-changed');
    const now = { ...form, versions: again.body.errors[0].detail.versions, ...again.body.errors[0].detail.sums };
    const unconfirmed = await send({ ...now, confirmed });
    expect(unconfirmed.body.errors[0].code).toBe('cod-unconfirmed');
    const booked = await send({ ...now, confirmed: unconfirmed.body.errors[0].detail.issues });
    expect(booked.body.booking_state).toBe('booked');
  });

  it('a free-shipping value that changed is shown too', async () => {
    const form = await mergeForm(await twoOrders());
    await freeShippingFrom(1000);
    expect((await send(form)).body.errors[0].detail.changes).toEqual([
      { field: 'Shipping of this parcel', was: 'Rs 150', now: 'Rs 0' },
    ]);
  });

  it('a COD above the outstanding sum is booked only after a person confirms it', async () => {
    const form = await mergeForm(await twoOrders(), { cod_amount: '36000' });
    const refused = await send(form);
    expect(refused.body.errors[0]).toMatchObject({ code: 'cod-unconfirmed', field: 'confirmed' });
    const confirmed = refused.body.errors[0].detail.issues;
    expect((await send({ ...form, confirmed })).body.data.cod).toBe(36_000);
  });

  it('a different COD is booked and audited as set manually', async () => {
    const form = await mergeForm(await twoOrders(), { cod_amount: 3000 });
    const confirmed = (await send(form)).body.errors[0].detail.issues;
    const { body } = await send({ ...form, confirmed });
    expect(body.data.cod).toBe(3000);
    const events = await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .selectFrom('audit_event')
        .select(['action', 'detail'])
        .where('shop_id', '=', shop.shopId)
        .where('subject_kind', '=', 'shipment')
        .where('subject_id', '=', body.data.id)
        .execute(),
    );
    expect(events).toContainEqual({ action: 'shipment.cod-changed', detail: { calculated: 3600, booked: 3000 } });
    const tracked = await server.call('GET', `track-order/${body.data.trackingNumber}?stored=true`, {
      token: shop.token,
    });
    expect(tracked.body.shipment.history.map((entry: { what: string }) => entry.what)).toContain(
      'COD set manually: Rs 3,000 instead of Rs 3,600',
    );
  });
});

it('unbooked orders of one phone number are suggested for a merge', async () => {
  const phone = '03331112223';
  const address = { firstName: 'Hina', lastName: 'Qureshi' };
  const orders = [await shop.newOrder({ phone, address }), await shop.newOrder({ phone, address })];
  await shop.newOrder({ phone: '03331112224', address });
  const suggested = async () =>
    (await server.call('GET', `store-orders/merge-suggestions?phone=${phone}`, { token: shop.token })).body;
  // Both placed within a second; we received the later one first.
  for (const order of orders.toReversed()) await asked(idsOf([order]));
  expect(await suggested()).toMatchObject({
    total: 1,
    data: [{ phone, orders: orders.map((order) => ({ order_name: order.name, cod: 2450 })) }],
  });
  const all = await server.call('GET', 'store-orders/merge-suggestions', { token: shop.token });
  expect(all.body.data.map((one: { phone: string }) => one.phone)).toContain(phone);
  await send(await mergeForm(orders));
  expect(await suggested()).toEqual({ data: [], total: 0 });
});

it('an order in dollars is suggested for a merge without an amount in rupees', async () => {
  const given = { phone: '03331112226', currency: 'USD', address: { firstName: 'Hina', lastName: 'Qureshi' } };
  await asked(idsOf([await shop.newOrder(given), await shop.newOrder(given)]));
  const { body } = await server.call('GET', `store-orders/merge-suggestions?phone=${given.phone}`, {
    token: shop.token,
  });
  expect(body.data[0].orders).toMatchObject([{ cod: 0 }, { cod: 0 }]);
});

it('orders of one phone number are suggested only if name and city are similar, and say what differs', async () => {
  const phone = '03331112225';
  const at = (lastName: string, city: string, address1 = 'House 1') =>
    shop.newOrder({ phone, city, address: { firstName: 'Hina', lastName, address1, address2: '' } });
  const one = await at('Qureshi', 'Lahore');
  const brother = await shop.newOrder({ phone, address: { firstName: 'Usman', lastName: 'Ali' } });
  const abroad = await at('Qureshi', 'Karachi');
  const again = await at('Quraishi', 'LHR', 'House 2');
  await asked(idsOf([one, brother, abroad, again]));
  const suggested = async () =>
    (await server.call('GET', `store-orders/merge-suggestions?phone=${phone}`, { token: shop.token })).body;
  expect(await suggested()).toMatchObject({
    total: 1,
    data: [
      {
        orders: [
          { order_name: one.name, customer_name: 'Hina Qureshi', city: 'Lahore' },
          { order_name: again.name, customer_name: 'Hina Quraishi', city: 'LHR' },
        ],
        differences: ['name', 'address', 'city'],
      },
    ],
  });
  await shop.book(again, 'LEOPARD');
  expect(await suggested()).toEqual({ data: [], total: 0 });
});
