import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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

/** M&P accepts only Latin letters; the store's customers have names in both scripts. */
const latin = { consignee_name: 'Ayesha Khan' };

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

it('the form takes phone numbers in any common format, and the list finds the parcel by each', async () => {
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
  for (const phone of ['03217654321', '0345 1112222']) {
    const list = `get-all-orders?query=${encodeURIComponent(phone)}`;
    const { body } = await server.call('GET', list, { token: shop.token });
    expect(body.data).toMatchObject([{ tracking_number: booked.body.data.trackingNumber }]);
  }
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
