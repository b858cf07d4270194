import { createHmac, hkdfSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let one: BookableShop;
let other: BookableShop;
let number: string;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
  one = await aBookableShop(server);
  other = await aBookableShop(server);
});
afterAll(() => server?.close());
beforeEach(() => {
  counter += 1;
  number = `TX9900${counter}`;
});

/** The shop imports a file that gives this number to one of its orders. */
async function importNumber(shop: BookableShop, trackingNumber: string): Promise<void> {
  const order = await shop.newOrder();
  await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  const row = { order_name: order.name, tracking_number: trackingNumber, company: 'Trax' };
  const answer = await server.call('POST', 'bulk/orders/fulfillment', {
    token: shop.token,
    body: { ordersData: [row] },
  });
  expect(answer.body.msg).toBe('1 order fulfilled.');
}
/** What the link of a parcel has behind the number. */
const queryOfLink = ({ shopId }: BookableShop, company: string, trackingNumber: string): string =>
  new URL(trackingLink(server.context.config, { shop_id: shopId, company, tracking_number: trackingNumber })).search;
const publicAnswer = (trackingNumber: string) => server.call('GET', `track-order-public/${trackingNumber}`);

test('a number that one shop imported is shown to the customer', async () => {
  await importNumber(one, number);
  expect((await publicAnswer(number)).status).toBe(200);
});

test('a number that two shops imported is not shown', async () => {
  await importNumber(one, number);
  await importNumber(other, number);
  const { status, body } = await publicAnswer(number);
  expect({ status, code: body.errors?.[0].code }).toEqual({ status: 404, code: 'not-found' });
});

test('a number that two shops have is shown for the shop that booked it here', async () => {
  const { trackingNumber } = (await one.book(await one.newOrder(), 'LEOPARD')).body.data;
  server.clock.advance(60_000);
  await importNumber(other, trackingNumber);
  const { status, body } = await publicAnswer(trackingNumber);
  expect(status).toBe(200);
  expect(body).toMatchObject({ company: 'LEOPARD', domain: one.domain });
});

test('links of two parcels of one shop with the same number lead each to its own parcel', async () => {
  for (const company of ['LEOPARD', 'TCS']) {
    await aShipment(server.context, one.shopId, { accountId: null, company, number });
    server.clock.advance(60_000);
  }
  for (const company of ['LEOPARD', 'TCS'])
    expect((await publicAnswer(`${number}${queryOfLink(one, company, number)}`)).body.company).toBe(company);
});

test('a number that several couriers of a shop use asks which courier it is, without anything of the parcels', async () => {
  for (const company of ['TCS', 'LEOPARD'])
    await aShipment(server.context, one.shopId, { accountId: null, company, number });
  const { status, body } = await publicAnswer(number);
  expect({ status, errors: body.errors, keys: Object.keys(body) }).toEqual({
    status: 409,
    errors: [
      {
        code: 'conflict',
        msg: 'Several couriers use this number. Choose one: Leopards, TCS.',
        detail: { couriers: ['LEOPARD', 'TCS'] },
      },
    ],
    keys: ['errors', 'request_id'],
  });
  for (const company of ['LEOPARD', 'TCS'])
    expect((await publicAnswer(`${number}?courier=${company}`)).body.company).toBe(company);
  expect((await publicAnswer(`${number}?courier=MNP`)).status).toBe(404);
});

test('a number that two shops booked with different couriers asks which courier it is', async () => {
  await aShipment(server.context, one.shopId, { accountId: null, company: 'TCS', number });
  await aShipment(server.context, other.shopId, { accountId: null, company: 'LEOPARD', number });
  expect((await publicAnswer(number)).body.errors[0].detail).toEqual({ couriers: ['LEOPARD', 'TCS'] });
  expect((await publicAnswer(`${number}?courier=TCS`)).body.domain).toBe(one.domain);
  expect((await publicAnswer(`${number}?courier=LEOPARD`)).body.domain).toBe(other.domain);
});

test('the number of a courier is not asked about because another shop has imported it for another courier', async () => {
  const { trackingNumber } = (await one.book(await one.newOrder(), 'LEOPARD')).body.data;
  await importNumber(other, trackingNumber);
  expect((await publicAnswer(trackingNumber)).body.company).toBe('LEOPARD');
  expect((await publicAnswer(`${trackingNumber}?courier=Trax`)).status).toBe(404);
});

test('the link of a parcel leads to it although another shop has imported its number', async () => {
  await importNumber(one, number);
  await importNumber(other, number);
  for (const shop of [one, other])
    expect((await publicAnswer(`${number}${queryOfLink(shop, 'Trax', number)}`)).body.domain).toBe(shop.domain);
});

/** What links had before keys named the courier. */
const oldKey = ({ shopId }: BookableShop, trackingNumber: string): string =>
  createHmac(
    'sha256',
    Buffer.from(hkdfSync('sha256', server.context.config.appSecret ?? '', 'courierdesk', 'tracking links', 32)),
  )
    .update(`${shopId} ${trackingNumber}`)
    .digest('base64url')
    .slice(0, 12);

test('links that were sent before keys named the courier show the parcel and its amount', async () => {
  const { trackingNumber } = (await one.book(await one.newOrder(), 'LEOPARD')).body.data;
  const key = oldKey(one, trackingNumber);
  expect((await publicAnswer(`${trackingNumber}?k=${key}`)).body.cod_due).toBeGreaterThan(0);
});

test('a link that was sent before keys named the courier asks which one it is when several couriers use its number', async () => {
  for (const company of ['LEOPARD', 'TCS'])
    await aShipment(server.context, one.shopId, { accountId: null, company, number, cod: 2450 });
  const key = oldKey(one, number);
  expect((await publicAnswer(`${number}?k=${key}`)).body.errors[0].detail).toEqual({ couriers: ['LEOPARD', 'TCS'] });
  const chosen = await publicAnswer(`${number}?k=${key}&courier=LEOPARD`);
  expect(chosen.body).toMatchObject({ company: 'LEOPARD', cod_due: 2450 });
});

test('a number that was typed in groups or with Urdu digits is found, and the key of its link counts', async () => {
  const { trackingNumber } = (await one.book(await one.newOrder(), 'LEOPARD')).body.data;
  const typed = [
    trackingNumber.replace(/(\d{4})/g, ' $1 '),
    trackingNumber.toLowerCase().replace(/(\d{4})(?=\d)/g, '$1-'),
    trackingNumber.replace(/\d/g, (digit: string) => String.fromCodePoint(0x6f0 + Number(digit))),
  ];
  const query = queryOfLink(one, 'LEOPARD', trackingNumber);
  for (const text of typed) {
    const { status, body } = await publicAnswer(encodeURIComponent(text));
    expect({ text, status, found: body.order?.track_number }).toEqual({ text, status: 200, found: trackingNumber });
    const withKey = await publicAnswer(`${encodeURIComponent(text)}${query}`);
    expect(withKey.body.cod_due).toBeGreaterThan(0);
  }
});

test('a number that is written with a dash is found before the same number without it', async () => {
  const withDash = `TX-99000${counter}`;
  await importNumber(one, withDash);
  await importNumber(other, withDash.replace('-', ''));
  expect((await publicAnswer(withDash)).body.domain).toBe(one.domain);
  expect((await publicAnswer(withDash.replace('-', ''))).body.domain).toBe(other.domain);
});

test.each([
  ['Trax', 'FULFILLED', 'Sent with Trax'],
  ['LEOPARD', 'INPROCESS', 'On its way'],
  ['LEOPARD', 'DELIVERED', 'Delivered'],
] as const)('of a parcel without a city, by %s and %s, the page says "%s"', async (company, status, headline) => {
  await aShipment(server.context, one.shopId, { accountId: null, company, number, status, city: '' });
  expect((await publicAnswer(number)).body.headline).toBe(headline);
});
