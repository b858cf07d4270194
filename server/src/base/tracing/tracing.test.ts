import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { createLogger } from '../observability/logging.ts';
import { Collector, pathOf, type ReceivedSpan } from './collector.testing.ts';
import { inNewTrace, startTracing } from './tracing.ts';

let collector: Collector;
let server: TestServer;
let shop: BookableShop;
let stopTracing: () => Promise<void>;

beforeAll(async () => {
  collector = await Collector.start();
  stopTracing = await traceTo(collector);
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(async () => {
  await stopTracing?.();
  await server?.close();
  collector?.close();
});

/** Starts to send traces there. Returns how to stop. */
const traceTo = ({ url }: Collector, log = createLogger('silent')): Promise<() => Promise<void>> =>
  startTracing({ url: `${url}/v1/traces`, headers: { 'x-key': 'of-the-collector' }, serviceName: 'courierdesk' }, log);

const customer = {
  consignee_name: 'Zubaida Khatoon',
  consignee_email: 'zubaida.khatoon@mail.example',
  consignee_phone: '03217777123',
  consignee_address: 'House 77, Peshawar Chowk',
  products_list: 'Saffron shawl',
};
/** What the customers of these tests typed, and our credentials. */
const personal = [
  ...['Zubaida', 'Khatoon', '3217777123', 'Peshawar', 'Saffron', 'Lahore', 'Sana', 'Lawn suit'],
  ...Object.values(courierValues).flatMap((values) => Object.values(values).filter((value) => value.length > 5)),
  'shpat_',
  'of-the-collector',
];

/** The one trace of a booking, when all of its spans have arrived. */
async function traceOf(reference: string, last: string): Promise<{ trace: ReceivedSpan[]; paths: string[] }> {
  const find = () => {
    const ids = collector.spans.filter(({ attributes }) => attributes['courierdesk.reference'] === reference);
    const traceIds = [...new Set(ids.map(({ traceId }) => traceId))];
    const trace = collector.spans.filter(({ traceId }) => traceId === traceIds[0]);
    return { traceIds, trace, paths: trace.map((span) => pathOf(span, trace)) };
  };
  await expect.poll(() => find().paths).toContainEqual(expect.stringContaining(last));
  await expect.poll(() => find().paths.some((path) => path.includes('(missing)'))).toBe(false);
  const { traceIds, trace, paths } = find();
  expect(traceIds).toHaveLength(1);
  expect(trace.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
  return { trace, paths };
}

const nameOf = (id: string | undefined) => collector.spans.find(({ spanId }) => spanId === id)?.name;
const rootOf = (trace: readonly ReceivedSpan[]) => trace.find(({ parentSpanId }) => !parentSpanId);

test('a booking is one trace, from the request through transactions to the courier and the store', async () => {
  const order = await shop.newOrder();
  const { body, headers } = await shop.book(order, 'LEOPARD', customer);
  const { reference } = body.data;
  const root = 'POST /api/v1/book-order';
  const { trace, paths } = await traceOf(reference, 'update the store > store CreateFulfillment');
  expect(paths).toEqual(
    expect.arrayContaining([
      root,
      `${root} > check > transaction`,
      `${root} > claim > transaction`,
      `${root} > ask > transaction`,
      `${root} > ask > courier book`,
      `${root} > ask > record > transaction`,
      `${root} > update the store > transaction`,
    ]),
  );
  expect(paths.filter((path) => path.startsWith(`${root} > check > store `))).not.toEqual([]);
  expect(rootOf(trace)?.attributes).toMatchObject({
    'courierdesk.reference': reference,
    'courierdesk.request': headers.get('x-request-id'),
    'courierdesk.shop': shop.shopId,
    'http.response.status_code': 200,
  });
  expect(trace.find(({ name }) => name === 'ask')?.attributes).toEqual({
    'courierdesk.company': 'LEOPARD',
    'courierdesk.outcome': 'booked',
  });
  // Requests on one connection have nothing to do with each other.
  const requests = collector.spans.filter(({ name }) => /^[A-Z]+ \//.test(name));
  expect(requests.length).toBeGreaterThan(2);
  expect(requests.flatMap(({ links, parentSpanId }) => [...links, parentSpanId ?? []].flat())).toEqual([]);
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'courierdesk' });
  expect(collector.headers[0]).toMatchObject({ 'x-key': 'of-the-collector' });
});

test('a request whose body arrives after its headers is in its trace', async () => {
  const form = JSON.stringify(await shop.form(await shop.newOrder(), 'LEOPARD', customer));
  const request = http.request(`${server.url}/api/v1/book-order`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json', expect: '100-continue' },
  });
  const answered = once(request, 'response');
  request.flushHeaders();
  await once(request, 'continue');
  request.end(form);
  const [answer] = await answered;
  const { data } = JSON.parse(await text(answer));
  const { paths } = await traceOf(data.reference, 'update the store > store CreateFulfillment');
  expect(paths).toContain('POST /api/v1/book-order > ask > courier book');
});

test('several orders in one parcel are one trace', async () => {
  const [first, second] = [await shop.newOrder(), await shop.newOrder()];
  const ids = encodeURIComponent(`${first.id},${second.id}`);
  const asked = await server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token });
  const form = mergeFormOf(asked.body.ordersData, await shop.form(first, 'LEOPARD'));
  const { body } = await server.call('POST', 'book-orders', { token: shop.token, body: form });
  const { trace, paths } = await traceOf(body.data.reference, 'update the store');
  expect(rootOf(trace)?.name).toBe('POST /api/v1/book-orders');
  expect(paths.filter((path) => path.endsWith(' > courier book'))).toHaveLength(1);
  expect(paths.filter((path) => path.endsWith(' > update the store'))).toHaveLength(2);
});

test('a store update that a job repeats is in the trace of its booking, and later updates are not', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  const { body } = await shop.book(order, 'LEOPARD', customer);
  server.clock.advance(10_000);
  await server.work('store-updates');
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60_000);
  await server.work('store-updates');
  const updatesOf = async () =>
    (await traceOf(body.data.reference, 'update the store')).trace.filter(({ name }) => name === 'update the store');
  // The step of a job arrives after those below it.
  const outcomes = async () => {
    const { trace } = await traceOf(body.data.reference, 'update the store');
    return (await updatesOf()).map(({ attributes, parentSpanId, links }) => ({
      outcome: attributes['courierdesk.outcome'],
      isBelowTheRequest: parentSpanId === rootOf(trace)?.spanId,
      job: nameOf(links[0]?.spanId),
    }));
  };
  await expect.poll(outcomes).toEqual([
    { outcome: 'due', isBelowTheRequest: true, job: undefined },
    { outcome: 'due', isBelowTheRequest: true, job: 'job store-updates' },
    { outcome: 'done', isBelowTheRequest: true, job: 'job store-updates' },
  ]);

  const cancelled = await server.call('PUT', `cancel-booking/${body.data.trackingNumber}`, { token: shop.token });
  expect(cancelled.status).toBe(200);
  const updatesNow = () => collector.spans.filter(({ name }) => name === 'update the store');
  await expect
    .poll(() => updatesNow().map(({ parentSpanId }) => nameOf(parentSpanId)))
    .toContain('PUT /api/v1/cancel-booking/:trackingNumber');
  expect(await updatesOf()).toHaveLength(3);
});

test('each row of a batch is a trace of its own, with the update of the store that follows', async () => {
  const orders = [await shop.newOrder(), await shop.newOrder()];
  const batch = await aBatch(server, shop, orders, { account: shop.accounts.LEOPARD });
  await batch.book();
  await server.work('store-updates');
  const names = orders.map(({ name }) => name);
  const shipments = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').select('reference').where('order_name', 'in', names).execute(),
  );
  const references = shipments.map(({ reference }) => reference);
  expect(references).toHaveLength(2);
  const root = 'book a batch row';
  for (const reference of references) {
    const { trace, paths } = await traceOf(reference, `${root} > update the store > store CreateFulfillment`);
    expect(paths).toEqual(
      expect.arrayContaining([
        `${root} > claim > transaction`,
        `${root} > ask > courier book`,
        `${root} > ask > record`,
      ]),
    );
    const [link] = rootOf(trace)?.links ?? [];
    await expect.poll(() => nameOf(link?.spanId)).toBe('job batch-rows');
    const click = collector.spans.find(
      ({ name, attributes }) =>
        name.startsWith('POST /api/v1/batches') &&
        attributes['courierdesk.request'] === rootOf(trace)?.attributes['courierdesk.request'],
    );
    expect(click?.name).toBe('POST /api/v1/batches/:id/book');
  }
});

test('a look-up of an uncertain booking is in its trace', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { body } = await shop.book(order, 'LEOPARD', customer);
  server.clock.advance(10_000);
  await server.work('booking-look-ups');
  const root = 'POST /api/v1/book-order';
  const { trace, paths } = await traceOf(body.data.reference, `${root} > look up > update the store`);
  expect(paths).toContain(`${root} > look up > courier lookup`);
  const call = trace.find(({ name }) => name === 'courier book');
  expect([call?.status.code, call?.attributes['error.type']]).toEqual([2, 'uncertain']);
  expect(trace.find(({ name }) => name === 'ask')?.attributes['courierdesk.outcome']).toBe('uncertain');
});

test('errors are recorded by their code, without their message', async () => {
  const order = await shop.newOrder();
  await shop.book(order, 'LEOPARD', customer);
  const { headers } = await shop.book(order, 'LEOPARD', customer);
  const id = headers.get('x-request-id');
  const app = Fastify();
  traceRequests(app);
  app.post('/fails', async () => {
    throw new TypeError('Zubaida is not a number');
  });
  await fetch(`${await app.listen()}/fails`, { method: 'POST' });
  await app.close();
  const failed = () => collector.spans.find(({ name }) => name === 'POST /fails');
  await expect.poll(failed).toMatchObject({ attributes: { 'error.type': 'TypeError' }, status: { code: 2 } });
  const refused = () => collector.spans.find(({ attributes }) => attributes['courierdesk.request'] === id);
  await expect
    .poll(refused)
    .toMatchObject({ attributes: { 'error.type': 'order-already-booked' }, status: { code: 0 } });
  const messages = collector.spans.flatMap(({ status, events }) => [status.message ?? '', ...events]);
  expect(messages.filter((message) => message !== '')).toEqual([]);
});

test('traces contain nothing that customers typed, no credentials and no query', async () => {
  const { body } = await shop.book(await shop.newOrder(), 'LEOPARD', customer);
  await traceOf(body.data.reference, 'update the store > store CreateFulfillment');
  await server.call('GET', `search?q=${encodeURIComponent(customer.consignee_phone)}`, { token: shop.token });
  await server.call('POST', 'login-user', { body: { email: customer.consignee_email, password: 'Zubaida-7777' } });
  const login = () => collector.spans.map(({ name }) => name);
  await expect.poll(login).toContain('POST /api/v1/login-user');
  // Numbers of spans and times may have any digits.
  const sent = collector.bodies.join('\n').replaceAll(/"(?:\w*(?:trace|span)Id|\w+UnixNano)":"\w*"/gi, '');
  expect(sent).not.toMatch(/[0-9a-f]{32}/);
  expect(personal.filter((one) => sent.includes(one))).toEqual([]);
  expect(collector.spans.filter(({ name }) => name.includes('?'))).toEqual([]);
});

test('a collector that does not answer delays no booking, keeps few spans and is logged once', async () => {
  await stopTracing();
  const silent = await Collector.start({ answers: false });
  const logged: string[] = [];
  stopTracing = await traceTo(silent, createLogger('warn', { write: (line) => void logged.push(line) }));
  const booked = await shop.book(await shop.newOrder(), 'LEOPARD', customer);
  expect(booked.body).toMatchObject({ booking_state: 'booked' });
  for (let spans = 0; spans < 5_000; spans += 1) await inNewTrace({ name: 'flood' }, async () => undefined);
  const from = performance.now();
  await stopTracing();
  const took = performance.now() - from;
  silent.close();
  stopTracing = await traceTo(collector);
  expect(took).toBeLessThan(9_000);
  expect(silent.spans.length).toBeGreaterThan(500);
  expect(silent.spans.length).toBeLessThanOrEqual(2_048 + 512);
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual(['traces could not be sent']);
});
