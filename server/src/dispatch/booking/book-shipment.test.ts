import { companies } from '@courierdesk/contract/companies';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { takeSlot } from '../../shop/courier-accounts/courier-slots.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { aUser } from '../../testing/factories.ts';
import { aBatch } from '../../testing/batches.ts';
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

const putSecrets = (accountId: string, secrets: Record<string, string>): Promise<unknown> =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ secrets: server.context.vault.seal(JSON.stringify(secrets), `courier_account:${accountId}`) })
      .where('id', '=', accountId)
      .execute(),
  );

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

it.each(['', '  ', null, false, [], undefined])(
  'with COD %j is refused, never booked as prepaid',
  async (cod_amount) => {
    const refused = await shop.book(await shop.newOrder(), 'LEOPARD', { cod_amount });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ field: 'cod_amount', msg: 'COD amount is required' }),
    ]);
  },
);

it.each(['', undefined])('an incomplete form with account %j asks for an account', async (tracking_account) => {
  const refused = await shop.book(await shop.newOrder(), 'LEOPARD', { tracking_account });
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ field: 'tracking_account', msg: 'Please choose a courier account' }),
  ]);
});

it('an incomplete form takes numbers as text', async () => {
  const fields = { cod_amount: ' 2450 ', pieces: '2', weight: '900' };
  const booked = await shop.book(await shop.newOrder(), 'LEOPARD', fields);
  expect(booked.body.data).toMatchObject({ cod: 2450, pieces: 2, weight: 900 });
});

it.each([
  ['LEOPARD', 300],
  ['MNP', 500],
  ['POSTEX', 300],
  ['TCS', 500],
] as const)('a parcel of 300 g is booked at %s, stored and shown with %i g', async (company, grams) => {
  const { body } = await shop.book(await shop.newOrder(), company, { ...latin, weight: 300 });
  expect(body.data.weight).toBe(grams);
  expect(await liveFor(body.data.reference)).toMatchObject([{ weight_grams: grams }]);
});

it('the form rounds a COD with decimals half up to whole rupees', async () => {
  const order = await shop.newOrder({ lines: [{ title: 'Shawl', price: 1211.5, quantity: 1 }] });
  const booked = await shop.book(order, 'LEOPARD', { cod_amount: '1211.50' });
  expect(booked.body.data).toMatchObject({ cod: 1212 });
});

it.each([
  ['cod_amount', '-1212', 'COD amount must be at least 0'],
  ['cod_amount', '12a', '“12a” is not an amount. Write it like 2450 or 2,450.50'],
  ['weight', '1.5', 'Weight must be whole grams. Write kilograms like 1.5 kg'],
  ['pieces', '1.5', 'Pieces must be a whole number'],
])('a %s of %j is refused and nothing is booked', async (field, typed, msg) => {
  const refused = await shop.book(await shop.newOrder(), 'LEOPARD', { [field]: typed });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([expect.objectContaining({ field, msg })]);
});

it('the form takes phone numbers in any common format', async () => {
  const booked = await shop.book(await shop.newOrder(), 'LEOPARD', {
    consignee_phone: '+92 300 123-4567',
    consignee_phone2: '0321 7654321',
    consignee_phone3: '۰۳۴۵۱۱۱۲۲۲۲',
  });
  expect(booked.body.data.consignee).toMatchObject({
    phone: '03001234567',
    phone2: '03217654321',
    phone3: '03451112222',
  });
});

it('the form refuses a phone that is not a mobile number, beside its field', async () => {
  const refused = await shop.book(await shop.newOrder(), 'LEOPARD', { consignee_phone2: '042 35761234' });
  expect(refused.body.errors).toEqual([
    expect.objectContaining({
      field: 'consignee_phone2',
      msg: 'Phone 2: enter a mobile number like 03001234567',
    }),
  ]);
});

it('a COD that differs from the outstanding amount is booked only after a person confirms it, if it is higher', async () => {
  const order = await shop.newOrder();
  const refused = await shop.book(order, 'LEOPARD', { cod_amount: 245_000 });
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'cod-unconfirmed',
    field: 'confirmed',
    msg: 'Rs 245,000 is more than what is still to pay (Rs 2,450). Check the amount and confirm it. Nothing was booked yet.',
  });
  const list = await server.call('GET', `get-all-orders?query=${encodeURIComponent(order.name)}`, {
    token: shop.token,
  });
  expect(list.body.data).toEqual([]);
  const booked = await shop.book(order, 'LEOPARD', {
    cod_amount: 245_000,
    confirmed: refused.body.errors[0].detail.issues,
  });
  expect(booked.body.data).toMatchObject({ cod: 245_000, trackingNumber: expect.any(String) });
});

it.each([
  [2000, 'Rs 2,000 is less than what is to pay (Rs 2,450).'],
  [0, 'Nothing is collected, but Rs 2,450 is to pay.'],
])('a COD that differs from the outstanding amount needs confirmation if it is lower: %i', async (cod, why) => {
  const order = await shop.newOrder();
  const refused = await shop.book(order, 'LEOPARD', { cod_amount: cod });
  expect(refused.body.errors[0]).toMatchObject({ code: 'cod-unconfirmed', msg: expect.stringContaining(why) });
  const confirmed = refused.body.errors[0].detail.issues;
  // A confirmation of one amount is none of another.
  const other = await shop.book(order, 'LEOPARD', { cod_amount: cod + 1, confirmed });
  expect(other.body.errors[0].code).toBe('cod-unconfirmed');
  expect((await shop.book(order, 'LEOPARD', { cod_amount: cod, confirmed })).body.data.cod).toBe(cod);
});

it('a COD that differs from the outstanding amount is asked about if it is 0 and M&P may refuse it, in the form and in a batch', async () => {
  const paid = await shop.newOrder({ payment: 'paid' });
  const refused = await shop.book(paid, 'MNP');
  expect(refused.body.errors[0]).toMatchObject({
    code: 'cod-unconfirmed',
    msg: expect.stringContaining('M&P refuses parcels without an amount to collect'),
  });
  const batch = await aBatch(server, shop, [paid], { account: shop.accounts.MNP });
  expect(await batch.row(paid.name)).toMatchObject({
    ready: false,
    issues: [{ code: 'cod-not-positive', level: 'warning', field: 'cod_amount' }],
  });
});

it('a COD that differs from the outstanding amount needs confirmation if the order is paid', async () => {
  const refused = await shop.book(await shop.newOrder({ payment: 'paid' }), 'LEOPARD', { cod_amount: 200 });
  expect(refused.body.errors[0].code).toBe('cod-unconfirmed');
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

describe('the answer of the courier', () => {
  it.each(companies)('%s: a refusal in words frees the order and gives the plan its booking back', async (company) => {
    const order = await shop.newOrder();
    const input = await shop.form(order, company, latin);
    const used = async () => (await server.call('GET', 'check-subscription', { token: shop.token })).body.orders;
    const before = await used();
    await server.sandbox.control('faults', { target: company.toLowerCase(), operation: 'book', kind: 'refuse' });
    const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(refused.body.errors[0]).toMatchObject({ code: 'courier-rejected' });
    expect(refused.body.errors[0].detail.courier_words).not.toBe('');
    expect(await used()).toBe(before);
    await server.sandbox.control('faults', { clear: true });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });

  it('refused credentials name the account and free the order', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'POSTEX');
    await putSecrets(shop.accounts.POSTEX, { token: 'withdrawn' });
    const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({ code: 'courier-unauthorised', field: 'tracking_account' });
    expect(refused.body.errors[0].msg).toMatch(/^Not booked: PostEx refused the credentials of .+ Accounts page/);
    await putSecrets(shop.accounts.POSTEX, { token: courierValues.POSTEX['token'] ?? '' });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });

  it.each(companies)(
    '%s: a lost answer leaves the booking uncertain and locked until the look-up finds it',
    async (company) => {
      const order = await shop.newOrder();
      const input = await shop.form(order, company, latin);
      await server.sandbox.control('faults', {
        target: company.toLowerCase(),
        operation: 'book',
        kind: 'lose-answer',
        times: 1,
      });
      const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
      expect(uncertain.status).toBe(202);
      const nextLookAt = new Date(server.clock.now.getTime() + 5_000).toISOString();
      expect(uncertain.body).toMatchObject({
        booking_state: 'uncertain',
        data: { trackingNumber: null, next_look_at: nextLookAt },
      });
      const blocked = await server.call('POST', 'book-order', { token: shop.token, body: input });
      expect(blocked.body.errors[0].code).toBe('order-already-booked');
      const cases = await server.call('GET', 'shipments/attention', { token: shop.token });
      expect(cases.body.data).toEqual([expect.objectContaining({ kind: 'uncertain', order_name: order.name })]);
      server.clock.advance(6_000);
      await server.work('booking-look-ups');
      const found = await server.call('GET', `shipments/${uncertain.body.data.id}`, { token: shop.token });
      expect(found.body.data).toMatchObject({ booking_state: 'booked', store: { state: 'done' }, next_look_at: null });
      expect(await liveFor(found.body.data.reference)).toEqual([
        expect.objectContaining({ tracking_number: found.body.data.trackingNumber }),
      ]);
      expect((await server.call('GET', 'shipments/attention', { token: shop.token })).body.total).toBe(0);
    },
  );

  it('after the last empty look-up the order is free to book again', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'LEOPARD');
    await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'html502', times: 1 });
    const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(uncertain.status).toBe(202);
    for (const seconds of [6, 20, 60, 300, 900]) {
      server.clock.advance(seconds * 1000);
      await server.work('booking-look-ups');
    }
    const freed = await server.call('GET', `shipments/${uncertain.body.data.id}`, { token: shop.token });
    expect(freed.body.data.booking_state).toBe('released');
    const again = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(again.status).toBe(200);
  });

  it('a number that a person enters in groups, as a portal shows it, is linked to the booking', async () => {
    const input = await shop.form(await shop.newOrder(), 'LEOPARD');
    await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
    const { id } = (await server.call('POST', 'book-order', { token: shop.token, body: input })).body.data;
    const { reference } = (await server.call('GET', `shipments/${id}`, { token: shop.token })).body.data;
    const [consignment] = await liveFor(reference);
    const number = consignment?.tracking_number ?? '';
    const inGroups = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    expect(inGroups).not.toBe(number);
    const linked = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { tracking_number: ` ${inGroups}\n` },
    });
    expect(linked.body).toMatchObject({ booking_state: 'booked', tracking_number: number });
  });

  it('an empty look-up at TCS does not free the order: a person decides', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'TCS');
    await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
    const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
    for (const seconds of [6, 20, 60, 300, 900, 4_000]) {
      server.clock.advance(seconds * 1000);
      await server.work('booking-look-ups');
    }
    const { id } = uncertain.body.data;
    expect((await server.call('GET', `shipments/${id}`, { token: shop.token })).body.data.booking_state).toBe(
      'uncertain',
    );
    const wrong = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { tracking_number: '77999999999' },
    });
    expect(wrong.body.errors[0]).toMatchObject({ code: 'cannot-resolve', field: 'tracking_number' });
    const released = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { release: true },
    });
    expect(released.body).toMatchObject({ booking_state: 'released' });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });
});

it('a killed process leaves a claim that expires and frees the order, or an asked courier that is looked up', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'POSTEX');
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'lose-answer', times: 1 });
  const { body } = await server.call('POST', 'book-order', { token: shop.token, body: input });
  // The row that a process leaves when it is killed during the call to the courier.
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment')
      .set({
        booking_state: 'asking',
        next_look_up_at: null,
        lease_until: new Date(server.clock.now.getTime() + 60_000),
      })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', body.data.id)
      .execute(),
  );
  await server.sweep('booking-expiry');
  const still = await server.call('GET', `shipments/${body.data.id}`, { token: shop.token });
  expect(still.body.data.booking_state).toBe('asking');
  server.clock.advance(61_000);
  await server.sweep('booking-expiry');
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  const adopted = await server.call('GET', `shipments/${body.data.id}`, { token: shop.token });
  expect(adopted.body.data.booking_state).toBe('booked');
});
