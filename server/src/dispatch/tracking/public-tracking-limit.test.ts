import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '../../base/config.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { publicTrackingRoutes } from './public-tracking-routes.ts';

const booked = 'LE7500123456';
let server: TestServer;
let shopId: string;
let shipmentId: string;
let page: ReturnType<typeof Fastify>;
let pageUrl: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true, env: { TRUST_PROXY: '1' } });
  ({ shopId } = await aShop(server.context));
  shipmentId = await aShipment(server.context, shopId, { accountId: null, number: booked, cod: 2450 });
  page = Fastify({ trustProxy: (_address, hop) => hop < 1 });
  publicTrackingRoutes(page, server.context, { renderTracking: (input) => JSON.stringify(input) });
  pageUrl = await page.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await page?.close();
  await server?.close();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await server.context.pool.query('delete from rate_limit');
});
afterEach(() => vi.useRealTimers());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const call = (number: string, ip: string, query = '') =>
  server.call('GET', `track-order-public/${number}${query}`, from(ip));
const open = (path: string, ip: string) => fetch(`${pageUrl}${path}`, { ...from(ip), redirect: 'manual' });
const linkOf = (config: Config, shop: string, number = booked): URL =>
  new URL(trackingLink(config, { shop_id: shop, company: 'LEOPARD', tracking_number: number }));
const keyOf = (shop: string, number = booked): string => linkOf(server.context.config, shop, number).search;

/** As if so many look-ups had just been counted. */
const counted = (limit: string, key: string, points: number, seconds = 600) =>
  server.context.pool.query('insert into rate_limit values ($1, $2, $3) on conflict (key) do update set points = $2', [
    `${limit}:${key}`,
    points,
    Date.now() + seconds * 1000,
  ]);

/** The status of each guess, one after the other, from the addresses. */
async function guess(...ips: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, ip] of ips.entries()) statuses.push((await call(`NOSUCH${index}`, ip)).status);
  return statuses;
}

test('one address guesses 20 numbers in ten minutes, on the page and in the API together', async () => {
  await counted('tracking-guesses', '203.0.113.1', 17);
  expect((await open('/track/NOSUCH', '203.0.113.1')).status).toBe(404);
  expect(await guess('203.0.113.1', '203.0.113.1', '203.0.113.1')).toEqual([404, 404, 429]);
  expect((await call(booked, '203.0.113.1')).status).toBe(429);
  expect((await open(`/track/${booked}`, '203.0.113.1')).status).toBe(429);
  expect((await call(booked, '203.0.113.2')).status).toBe(200);
});

test('parallel guesses do not pass the limit together', async () => {
  await counted('tracking-guesses', '203.0.113.1', 15);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => call(`NOSUCH${n}`, '203.0.113.1')));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
});

test('numbers that are found are no guesses, so people behind one address do not lock each other out', async () => {
  await counted('tracking-guesses', '203.0.113.1', 18);
  for (let n = 0; n < 4; n += 1) expect((await call(booked, '203.0.113.1')).status).toBe(200);
  expect(await guess('203.0.113.1')).toEqual([404]);
});

test('found or not, one address looks up 60 numbers a minute', async () => {
  await counted('public-tracking', '203.0.113.1', 59, 60);
  expect((await call(booked, '203.0.113.1')).status).toBe(200);
  expect((await call(booked, '203.0.113.1')).status).toBe(429);
  vi.advanceTimersByTime(60_000);
  expect((await call(booked, '203.0.113.1')).status).toBe(200);
});

test('addresses of one IPv6 /64 guess together', async () => {
  await counted('tracking-guesses', '2001:db8:1:2::/64', 19);
  expect(await guess('2001:db8:1:2:3::1', '2001:db8:1:2:4::1', '2001:db8:1:3::1')).toEqual([404, 429, 404]);
});

test.each([
  ['203.0.113.0/24', '203.0.113.1', '203.0.113.2', '203.0.114.1'],
  ['2001:db8:1::/48', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'],
])('addresses of the network %s guess 100 numbers together', async (network, one, other, elsewhere) => {
  await counted('tracking-guesses-network', network, 99);
  expect(await guess(one, other, elsewhere)).toEqual([404, 429, 404]);
});

test('when all together guess too much, each address has three guesses left and finds what it was sent', async () => {
  await counted('tracking-guesses-all', 'all', 1999);
  const ip = '203.0.113.1';
  expect(await guess(ip, ip, ip, ip, ip)).toEqual([404, 404, 404, 404, 429]);
  for (let n = 0; n < 5; n += 1) expect((await call(booked, '203.0.113.2')).status).toBe(200);
});

test('who is refused uses up no other limit', async () => {
  await counted('tracking-guesses-network', '203.0.113.0/24', 100);
  expect(await guess(...Array.from({ length: 25 }, () => '203.0.113.1'))).toEqual(
    Array.from({ length: 25 }, () => 429),
  );
  await server.context.pool.query(`delete from rate_limit where key like 'tracking-guesses-network%'`);
  expect(await guess('203.0.113.1')).toEqual([404]);
});

test('the link of the shop opens its parcel, whatever others behind the same address have guessed', async () => {
  await counted('tracking-guesses', '203.0.113.1', 20);
  expect((await call(booked, '203.0.113.1')).status).toBe(429);
  expect((await call(booked, '203.0.113.1', keyOf(shopId))).status).toBe(200);
  expect((await call(booked.toLowerCase(), '203.0.113.1', keyOf(shopId))).status).toBe(200);
  expect((await open(`/track/${booked}${keyOf(shopId)}`, '203.0.113.1')).status).toBe(200);
});

test('one parcel is opened with its link 60 times a minute from one address', async () => {
  for (let n = 0; n < 60; n += 1) await server.context.rateLimits.consume('tracking-link', `203.0.113.1 ${shipmentId}`);
  expect((await call(booked, '203.0.113.1', keyOf(shopId))).status).toBe(429);
  expect((await call(booked, '203.0.113.2', keyOf(shopId))).status).toBe(200);
});

test('the amount is shown with the link of the shop only', async () => {
  expect((await call(booked, '203.0.113.1', keyOf(shopId))).body.cod_due).toBe(2450);
  expect((await call(booked, '203.0.113.1')).body.cod_due).toBe(0);
});

test.each([
  ['a made-up key', () => '?k=AAAAAAAAAAAA'],
  ['an empty key', () => '?k='],
  ['the key of another number', () => keyOf(shopId, 'LE7500123457')],
  ['the key that another shop makes for this number', () => keyOf('0123456789abcdef01234567')],
])('%s is no link of the shop', async (_what, query) => {
  expect((await call(booked, '203.0.113.1', query())).body.cod_due).toBe(0);
  await counted('tracking-guesses', '203.0.113.1', 20);
  expect((await call(booked, '203.0.113.1', query())).status).toBe(429);
});

test('links from before a change of APP_SECRET open as long as the old one is set', async () => {
  const { config } = server.context;
  const old = { ...config, appSecret: 'the-secret-of-last-year-the-secret-of-last-year' };
  const link = linkOf(old, shopId);
  const rotated = Fastify();
  const context = { ...server.context, config: { ...config, appSecretPrevious: old.appSecret } };
  publicTrackingRoutes(rotated, context, { renderTracking: (input) => JSON.stringify(input) });
  expect((await rotated.inject(link.pathname + link.search)).json().tracking.cod_due).toBe(2450);
  await rotated.close();
});

test('who guesses too much reads in English and Urdu when to try again', async () => {
  await counted('tracking-guesses', '203.0.113.1', 20);
  vi.advanceTimersByTime(3 * 60_000);
  const inApi = await call(booked, '203.0.113.1');
  expect(inApi.status).toBe(429);
  expect(inApi.headers.get('retry-after')).toBe('420');
  expect(inApi.body.errors[0]).toMatchObject({
    code: 'too-many-requests',
    msg: 'Too many tracking numbers were tried from your connection. Try again in 7 minutes, or open the link that the shop sent you.',
    detail: { retry_after: 420, urdu: expect.stringContaining('7 منٹ بعد دوبارہ کوشش کریں') },
  });
  const onPage = await open(`/track/${booked}?lang=ur`, '203.0.113.1');
  expect(onPage.status).toBe(429);
  expect(onPage.headers.get('retry-after')).toBe('420');
  expect(await onPage.json()).toMatchObject({ kind: 'too-often', lang: 'ur', seconds: 420 });
  vi.advanceTimersByTime(420_000);
  expect((await call(booked, '203.0.113.1')).status).toBe(200);
});

test('a number that several couriers use is no guess, and the page that asks for the courier names nothing else', async () => {
  const number = 'LE7500123999';
  for (const company of ['TCS', 'LEOPARD'])
    await aShipment(server.context, shopId, { accountId: null, company, number });
  await counted('tracking-guesses', '203.0.113.1', 18);
  for (let n = 0; n < 3; n += 1) {
    const asks = await open(`/track/${number}`, '203.0.113.1');
    expect({ status: asks.status, page: await asks.json() }).toEqual({
      status: 200,
      page: { kind: 'which-courier', number, lang: 'en', couriers: ['LEOPARD', 'TCS'] },
    });
  }
  expect((await call(number, '203.0.113.1')).status).toBe(409);
  expect(await (await open(`/track/${number}?courier=TCS`, '203.0.113.1')).json()).toMatchObject({
    kind: 'found',
    tracking: { company: 'TCS', cod_due: 0 },
    link: `${server.context.config.publicUrl}/track/${number}?courier=TCS`,
  });
  expect((await open(`/track/${number}?courier=MNP`, '203.0.113.1')).status).toBe(404);
  expect((await open(`/track/${number}?courier=POSTEX`, '203.0.113.1')).status).toBe(404);
  expect((await open(`/track/${number}`, '203.0.113.1')).status).toBe(429);
});

test('without a number the page asks for one, and then shows that parcel', async () => {
  for (const path of ['/track', '/track/', '/track?number=', '/track?number=%20'])
    expect(await (await open(path, '203.0.113.1')).json()).toEqual({ kind: 'no-number', lang: 'en' });
  expect(await (await open('/track/?lang=ur', '203.0.113.1')).json()).toEqual({ kind: 'no-number', lang: 'ur' });
  const entered = await open('/track?number=%20le75/1%20&lang=ur', '203.0.113.1');
  expect({ status: entered.status, to: entered.headers.get('location') }).toEqual({
    status: 303,
    to: '/track/LE75%2F1?lang=ur',
  });
});
