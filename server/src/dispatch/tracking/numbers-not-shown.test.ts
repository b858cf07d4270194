import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { decodableTrackingUrl } from './decodable-url.ts';
import { publicTrackingRoutes } from './public-tracking-routes.ts';

const booked = 'LE7500123456';
const unknown = 'LE7500999999';
let server: TestServer;
let shopId: string;
let page: ReturnType<typeof Fastify>;
let pageUrl: string;
let unknownInApi: Answer;
let unknownOnPage: Answer;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true });
  const { context } = server;
  const [one, other] = [await aShop(context), await aShop(context)];
  ({ shopId } = one);
  await aShipment(context, one.shopId, { accountId: null, number: booked });
  const deleted = await aShipment(context, one.shopId, {
    accountId: null,
    number: 'LE7500DELETED',
    status: 'CANCELLED',
  });
  const { token } = await aUser(context, one.shopId, { role: 'ADMIN' });
  expect((await server.call('DELETE', 'delete-order', { token, body: { orderId: deleted } })).status).toBe(200);
  for (const { shopId: owner } of [one, other]) {
    const id = await aShipment(context, owner, { accountId: null, number: 'LE7500TWICE' });
    await withShop(context.db, owner, (trx) =>
      trx.updateTable('shipment').set({ origin: 'imported' }).where('id', '=', id).execute(),
    );
  }
  page = Fastify({ rewriteUrl: ({ url = '/' }) => decodableTrackingUrl(url) });
  publicTrackingRoutes(page, context, { renderTracking: (input) => JSON.stringify(input) });
  pageUrl = await page.listen({ host: '127.0.0.1', port: 0 });
  unknownInApi = await inApi(unknown);
  unknownOnPage = await onPage(unknown);
  expect([unknownInApi.status, unknownOnPage.status]).toEqual([404, 404]);
});
afterAll(async () => {
  await page?.close();
  await server?.close();
});
beforeEach(() => server.context.pool.query('delete from rate_limit'));

const notShown = [
  ['a number that is too short', 'L'],
  ['a number with a space', 'LE75%20001'],
  ['a number with a slash', 'LE75/001'],
  ['a number in another script', '%D9%84%D8%A7'],
  ['characters that no database takes', 'LE%00%ED%A0%80'],
  ['characters that cannot be decoded', 'LE%ff%'],
  ['SQL', "'%20or%20'1'='1"],
  ['90 characters', 'x'.repeat(90)],
  ['101 characters', 'x'.repeat(101)],
  ['5,000 characters', 'x'.repeat(5_000)],
  ['a deleted order', 'LE7500DELETED'],
  ['a number that two shops have', 'LE7500TWICE'],
];

/** How often the work takes a connection to the database. */
async function withConnections<T>(work: () => Promise<T>): Promise<{ result: T; connections: number }> {
  let connections = 0;
  const count = (): void => void (connections += 1);
  server.context.pool.on('acquire', count);
  const result = await work();
  server.context.pool.off('acquire', count);
  return { result, connections };
}

type Answer = Awaited<ReturnType<typeof answerOf>>;

async function answerOf(url: string) {
  const { result, connections } = await withConnections(() => fetch(url));
  const changing = new Set(['date', 'x-request-id', 'content-length', 'server-timing', 'retry-after']);
  const headers = [...result.headers].filter(([name]) => !changing.has(name));
  const { request_id: _id, number: _number, ...body } = JSON.parse(await result.text());
  return { status: result.status, headers, body, connections };
}
const inApi = (number: string) => answerOf(`${server.url}/api/v1/track-order-public/${number}`);
const onPage = (number: string) => answerOf(`${pageUrl}/track/${number}`);

test.each(notShown)('%s has the answer of an unknown number and counts as a guess', async (_what, number) => {
  expect(await inApi(number)).toEqual(unknownInApi);
  expect(await onPage(number)).toEqual(unknownOnPage);
  const { rows } = await server.context.pool.query(`select points from rate_limit where key like 'tracking-guesses:%'`);
  expect(rows).toEqual([{ points: 2 }]);
});

test('when too much was guessed, a booked number has the same answer as an unknown one', async () => {
  await server.context.pool.query(
    `insert into rate_limit values ('tracking-guesses:127.0.0.1', 20, ${Date.now() + 600_000})`,
  );
  const [api, shown] = [await inApi(unknown), await onPage(unknown)];
  expect(api.status).toBe(429);
  api.body.errors[0].detail = shown.body.seconds = expect.anything();
  api.body.errors[0].msg = expect.any(String);
  expect(await inApi(booked)).toEqual(api);
  expect(await onPage(booked)).toEqual(shown);
  expect(await inApi('x'.repeat(200))).toEqual(api);
});

test('without the link of the shop, a found number shows nothing that leads to the person', async () => {
  const { body } = await inApi(booked);
  expect(body.order).toMatchObject({ consignee_name: 'Ayesha K.', customer_phone: '••• 567', destination: 'Lahore' });
  expect(JSON.stringify(body)).not.toMatch(/Khan|03001234567|Street 1|1500/);
});

test.each([
  ['LE7500800001', '03001234567', ''],
  ['LE7500800002', '0300-1234567 Ayesha Khan', 'Ayesha K.'],
  ['LE7500800003', 'ayesha.khan@example.test', ''],
  ['LE7500800004', '۰۳۰۰۱۲۳۴۵۶۷ عائشہ', 'عائشہ'],
])('the page of %s, with the name "%s", shows "%s"', async (number, name, shown) => {
  await aShipment(server.context, shopId, { accountId: null, number, name });
  const { body } = await inApi(number);
  expect(body.order.consignee_name).toBe(shown);
  expect(JSON.stringify((await onPage(number)).body)).not.toMatch(/1234567|example\.test/);
});
