import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { publicTrackingRoutes } from './public-tracking-routes.ts';

let server: TestServer;
let shopId: string;
const address = '/track/LE7500123456';
const app = Fastify();
const inUrdu = 'ur-PK,ur;q=0.9,en-US;q=0.8,en;q=0.7';
const inEnglish = 'de-DE,en-US;q=0.8,ur;q=0.5';

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
  await aShipment(server.context, shopId, { accountId: null, number: 'LE7500123456' });
  publicTrackingRoutes(app, server.context, { renderTracking: ({ kind, lang }) => `${kind} ${lang}` });
});
afterAll(async () => {
  await app.close();
  await server?.close();
});

const languageOf = async (path: string, browser = '') =>
  (await app.inject({ url: path, headers: { 'accept-language': browser } })).body;

test.each([
  ['browser', inUrdu, 'ur'],
  ['browser', inEnglish, 'en'],
  ['browser', '', 'en'],
  ['browser', 'sd-PK, fa', 'en'],
  ['ur', inEnglish, 'ur'],
  ['en', inUrdu, 'en'],
])('a shop that chose %s shows a browser with %o the page in %s', async (chosen, browser, shown) => {
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('shop_setting')
      .values({ shop_id: shopId, tracking_language: chosen })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ tracking_language: chosen }))
      .execute(),
  );
  expect(await languageOf(address, browser)).toBe(`found ${shown}`);
  expect(await languageOf(`${address}?lang=en`, browser)).toBe('found en');
  expect(await languageOf(`${address}?lang=ur`, browser)).toBe('found ur');
});

test('a page without a shop is in the language of the browser', async () => {
  expect(await languageOf('/track', inUrdu)).toBe('no-number ur');
  expect(await languageOf('/track/NOSUCHNUMBER', inUrdu)).toBe('not-found ur');
  expect(await languageOf('/track/NOSUCHNUMBER', inEnglish)).toBe('not-found en');
});

test('a language that the customer chose is remembered in this browser, before that of the shop', async () => {
  const { headers } = await app.inject({ url: `${address}?lang=ur`, headers: { 'accept-language': inEnglish } });
  expect(headers['set-cookie']).toBe('tracking-language=ur; Max-Age=31536000; Path=/track; HttpOnly; SameSite=Lax');
  const again = { cookie: 'tracking-language=ur', 'accept-language': inEnglish };
  for (const [path, shown] of [
    [address, 'found ur'],
    ['/track', 'no-number ur'],
    ['/track/NOSUCHNUMBER', 'not-found ur'],
    [`${address}?lang=en`, 'found en'],
  ] as const)
    expect((await app.inject({ url: path, headers: again })).body).toBe(shown);
});

test('without a choice no cookie is set, and one that we did not write is ignored', async () => {
  const { headers, body } = await app.inject({ url: '/track', headers: { cookie: 'tracking-language=<b>; a=1' } });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toBe('no-number en');
});
