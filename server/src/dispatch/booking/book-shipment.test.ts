import { companies } from '@courierdesk/contract/companies';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { takeSlot } from '../../shop/courier-accounts/courier-slots.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});

afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

const liveFor = async (reference: string) =>
  (await shop.consignments()).filter((one) => one.reference === reference && !one.cancelled);

/** M&P accepts only Latin letters; the store's customers have names in both scripts. */
const latin = { consignee_name: 'Ayesha Khan' };

it.each(companies)('%s: creates one consignment, and one fulfilment in the store with its number', async (company) => {
  const order = await shop.newOrder();
  const booked = await shop.book(order, company);
  expect(booked.body).toMatchObject({ message: 'Order has been booked and fulfilled', booking_state: 'booked' });
  expect(booked.status).toBe(200);
  const { trackingNumber, reference } = booked.body.data;
  expect(await liveFor(reference)).toEqual([
    expect.objectContaining({ courier: company, tracking_number: trackingNumber, cancelled: false }),
  ]);
  const fulfilments = (await shop.fulfilments()).filter((one) => one.order_name === order.name);
  expect(fulfilments).toEqual([expect.objectContaining({ tracking_number: trackingNumber, status: 'SUCCESS' })]);
});

it('an order with 500 kinds of items is booked from its form, and all of them are fulfilled in the store', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({
    ...{ title: `Embroidered lawn three piece suit ${index}`, variant: 'Large / Navy blue', price: 100 },
  }));
  const order = await shop.newOrder({ lines });
  const booked = await shop.bookAnyway(order, 'LEOPARD');
  expect(booked.body).toMatchObject({ message: 'Order has been booked and fulfilled' });
  const inStore = (await server.sandbox.control(`orders/${order.id}`)) as { lines: { fulfilled: number }[] };
  expect(inStore.lines.filter(({ fulfilled }) => fulfilled === 1)).toHaveLength(500);
});

it('a city that M&P lists with blanks in and after its name is booked', async () => {
  const order = await shop.newOrder({ city: 'Wah Cantt' });
  const form = await shop.form(order, 'MNP', latin);
  expect(form['destination_city']).toBe('WAH  CANTT ');
  const booked = await shop.book(order, 'MNP', latin);
  expect(booked.body).toMatchObject({ booking_state: 'booked', data: { destination: 'WAH CANTT' } });
});

it('a successful booking of a paid order has no COD and keeps its value in the list', async () => {
  const order = await shop.newOrder({ payment: 'paid' });
  const { body } = await shop.book(order, 'LEOPARD');
  for (const search of ['', `?track=${body.data.trackingNumber}&sort=cod`]) {
    const { data } = (await server.call('GET', `get-all-orders${search}`, { token: shop.token })).body;
    const row = data.find((one: { order_name: string }) => one.order_name === order.name);
    expect(row).toMatchObject({ cod: 0, value: '2450.00' });
    expect(
      data.filter((one: { cod: number }) => one.cod > 0).map((one: { value: unknown }) => one.value),
    ).not.toContain('2450.00');
  }
});

it('a successful booking promises no email of the store where the order has no email address', async () => {
  const without = await shop.book(await shop.newOrder(), 'LEOPARD', { consignee_email: '', notify_customer: true });
  expect(without.body.data.customer).toEqual({
    state: 'not-needed',
    message: 'No email: the order has no email address.',
  });
  const email = { consignee_email: 'sana@mail.example', notify_customer: true };
  const other = await shop.book(await shop.newOrder(), 'LEOPARD', email);
  expect(other.body.data.customer.message).toContain('Shopify');
});

it('a successful booking is listed, counted, and found by tracking number, order name and phone', async () => {
  const order = await shop.newOrder({ phone: '03217654321' });
  server.clock.advance(1_000);
  const { body } = await shop.book(order, 'LEOPARD');
  const list = await server.call('GET', 'get-all-orders', { token: shop.token });
  expect(list.body.data[0]).toMatchObject({
    tracking_number: body.data.trackingNumber,
    order_name: order.name,
    booked_packet_status: 'FULFILLED',
    payment_status: 'UNPAID',
    tracking_account: 'LEOPARD',
    cod: 2450,
    can_cancel: true,
  });
  expect(list.body.totalOrders).toBe(list.body.data.length);
  for (const words of [body.data.trackingNumber, order.name, '03217654321']) {
    const found = await server.call('GET', `get-all-orders?query=${encodeURIComponent(words)}`, {
      token: shop.token,
    });
    expect(found.body.data.map((row: { id: string }) => row.id)).toContain(body.data.id);
  }
  const none = await server.call('GET', 'get-all-orders?query=%25', { token: shop.token });
  expect(none.body).toMatchObject({ data: [], totalOrders: 0 });
});

const callsOfPostex = (most: number) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('courier_account').set({ parallel_calls: most }).where('id', '=', shop.accounts.POSTEX).execute(),
  );

it('a booking whose account stays busy is released without ever being marked as asking the courier', async () => {
  const form = await shop.form(await shop.newOrder(), 'POSTEX');
  await callsOfPostex(1);
  const account = await withShop(server.context.db, shop.shopId, (trx) =>
    loadAccount(trx, shop.shopId, shop.accounts.POSTEX),
  );
  if (!account) throw new Error('the account is not there');
  const slot = await takeSlot(server.context, account, { waitMs: 5_000 });
  const start = globalThis.setTimeout;
  // A booking waits 30 seconds for a slot.
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work, ms) => start(work, ms === 30_000 ? 500 : ms));
  const { body } = await server.call('POST', 'book-order', { token: shop.token, body: form });
  timers.mockRestore();
  await slot.release();
  await callsOfPostex(5);
  const [error] = body.errors;
  expect(error.code).toBe('courier-unavailable');
  const booking = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment')
      .select(['booking_state', 'asked_at'])
      .where('id', '=', error.detail.shipment_id)
      .executeTakeFirst(),
  );
  expect(booking).toEqual({ booking_state: 'released', asked_at: null });
});

it('a booking while its account is paused was not made, and nothing says that we try again', async () => {
  const own = await aBookableShop(server);
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'throttle', times: 1 });
  await own.book(await own.newOrder(), 'LEOPARD');
  const { body } = await own.book(await own.newOrder(), 'LEOPARD');
  expect(body.errors[0].msg).toBe(
    'Not booked: Leopards is not responding, so we make no calls to it for 5 seconds. Nothing was created at Leopards; you can try again.',
  );
});

it('an account that is busy with another call holds the booking as claimed, and the courier is asked only when a slot is free', async () => {
  const stateOf = (key: string) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .selectFrom('idempotency_key as used')
        .innerJoin('shipment as s', (join) =>
          join.onRef('s.shop_id', '=', 'used.shop_id').onRef('s.id', '=', 'used.shipment_id'),
        )
        .select(['s.booking_state', 's.asked_at'])
        .where('used.key', '=', key)
        .executeTakeFirst(),
    );
  await callsOfPostex(1);
  const [first, second] = [await shop.newOrder(), await shop.newOrder()];
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'delay', delayMs: 1500 });
  const keys = ['one-of-two-at-once', 'the-other-of-two-at-once'] as const;
  const booking = shop.book(first, 'POSTEX', {}, keys[0]);
  await expect.poll(() => stateOf(keys[0])).toMatchObject({ booking_state: 'asking' });
  const waiting = shop.book(second, 'POSTEX', {}, keys[1]);
  await expect.poll(() => stateOf(keys[1])).toEqual({ booking_state: 'claimed', asked_at: null });
  const [one, other] = await Promise.all([booking, waiting]);
  await callsOfPostex(5);
  expect([one.body.booking_state, other.body.booking_state]).toEqual(['booked', 'booked']);
  for (const { body } of [one, other]) expect(await liveFor(body.data.reference)).toHaveLength(1);
});

it('the error names the shipment that holds it', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'POSTEX');
  const first = await server.call('POST', 'book-order', { token: shop.token, body: input });
  const second = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(second.status).toBe(409);
  expect(second.body.errors[0]).toMatchObject({
    code: 'order-already-booked',
    detail: { shipment_id: first.body.data.id, tracking_number: first.body.data.trackingNumber },
  });
});

it('an order is never booked twice if two people book it at the same time', async () => {
  const order = await shop.newOrder();
  const other = await aUser(server.context, shop.shopId);
  const input = await shop.form(order, 'TCS');
  const answers = await Promise.all(
    [shop.token, other.token, shop.token, other.token].map((token) =>
      server.call('POST', 'book-order', { token, body: input }),
    ),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409]);
  const numbers = (await shop.fulfilments()).filter((one) => one.order_name === order.name);
  expect(numbers).toHaveLength(1);
});

it('the same key and body returns the same booking; another body is refused', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'LEOPARD');
  const headers = { 'idempotency-key': 'one-click-only' };
  const both = await Promise.all([
    server.call('POST', 'book-order', { token: shop.token, body: input, headers }),
    server.call('POST', 'book-order', { token: shop.token, body: input, headers }),
  ]);
  const again = await server.call('POST', 'book-order', { token: shop.token, body: input, headers });
  expect(again.status).toBe(200);
  const ids = new Set([...both, again].map((answer) => answer.body.data.id));
  expect(ids.size).toBe(1);
  expect(await liveFor(again.body.data.reference)).toHaveLength(1);
  const changed = await server.call('POST', 'book-order', {
    token: shop.token,
    body: { ...input, pieces: 2 },
    headers,
  });
  expect(changed.body.errors[0].code).toBe('idempotency-conflict');
});

it('an order that changed in the store is not booked if it was cancelled', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'LEOPARD');
  await server.sandbox.control(`orders/${order.id}`, { cancel: true });
  const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(refused.body.errors[0].code).toBe('order-cancelled-in-store');
});

it('an order that changed in the store is not booked if it was fulfilled manually', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'LEOPARD');
  await server.sandbox.control(`orders/${order.id}`, { fulfill: { number: 'BYHAND1' } });
  const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'order-already-fulfilled',
    msg: 'Order is already fulfilled on Shopify.',
  });
});

it('an order that changed in the store shows a changed address first, and books it after confirmation', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'LEOPARD');
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'House 99, Street 12' } });
  const changed = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(changed.body.errors[0]).toMatchObject({ code: 'order-changed' });
  expect(changed.body.errors[0].detail.changes).toEqual([
    expect.objectContaining({ field: 'Address', now: expect.stringContaining('House 99') }),
  ]);
  const confirmed = await server.call('POST', 'book-order', {
    token: shop.token,
    body: { ...input, version: changed.body.errors[0].detail.version },
  });
  expect(confirmed.status).toBe(200);
});

it('an order that changed in the store is booked if the store is down, and the store is updated later', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'POSTEX');
  await server.sandbox.control('faults', { target: 'shopify', kind: 'down' });
  const booked = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(booked.body).toMatchObject({
    message: 'Order has been booked.',
    data: { store: { state: 'under-way' }, from_mirror: true },
  });
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(120_000);
  await server.work('store-updates');
  const shown = await server.call('GET', `shipments/${booked.body.data.id}`, { token: shop.token });
  expect(shown.body.data).toMatchObject({
    store: { state: 'done', message: 'Fulfilled on Shopify.' },
    from_mirror: false,
  });
});
