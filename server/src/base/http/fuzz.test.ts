import { createHmac } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { everyEndpoint } from '@courierdesk/contract/api';
import { ImportRow, rowFileType } from '@courierdesk/contract/imports';
import { inParts } from '@courierdesk/contract/in-parts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { seededRandom } from '../../../../scripts/seeded-random.ts';
import { fuzzer } from '../../testing/fuzz-inputs.ts';
import { mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** `FUZZ_SEED` and `FUZZ_ROUNDS` run other inputs, or more of them. */
const seed = Number(process.env['FUZZ_SEED'] ?? 2026);
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 16);
const callsAtOnce = 8;

let server: TestServer;
let shop: BookableShop;
let knownTexts: string[];

beforeAll(async () => {
  server = await startTestServer({ env: { REQUEST_SECONDS: '20' } });
  shop = await aBookableShop(server);
  const orders = [];
  for (let count = 0; count < 4; count += 1) orders.push(await shop.newOrder());
  await mirrorWholeStore(server, shop.shopId);
  const booked = await shop.book(orders[0] ?? { id: '' }, 'LEOPARD');
  const { id, trackingNumber } = booked.body.data;
  const { data } = (await server.call('GET', 'store-orders?tab=all', { token: shop.token })).body;
  const batch = await server.call('POST', 'batches', { token: shop.token, body: { order_ids: [orders[1]?.id] } });
  knownTexts = [
    ...[id, trackingNumber, batch.body.data.id, ...Object.values(shop.accounts)],
    ...data.flatMap((order: { id: string; platform_order_id: string }) => [order.id, order.platform_order_id]),
  ];
});
afterAll(() => server?.close());

type Input = { what: string; method: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

it(`no input is answered with 5xx, and memory stays flat (seed ${seed})`, { timeout: 300_000 }, async () => {
  const random = seededRandom(seed);
  const heap: number[] = [];
  const failed: unknown[] = [];
  const accepted = new Set<string>();
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    const inputs = await inputsOfRound(random);
    calls += inputs.length;
    for (const part of inParts(inputs, callsAtOnce))
      await Promise.all(
        part.map(async (input) => {
          const status = await send(input);
          if (status < 300) accepted.add(input.what);
          if (status >= 500) failed.push({ status, ...input, body: String(input.body ?? '').slice(0, 1_000) });
        }),
      );
    heap.push(heapInUse());
  }
  expect(failed).toEqual([]);
  // Inputs are odd enough to be refused, and not so odd that nothing gets past the schema.
  expect([...accepted]).toEqual(expect.arrayContaining(['webhook', 'push', 'file of rows']));
  expect(accepted.size).toBeGreaterThan(everyEndpoint.length / 3);
  expect(calls).toBeGreaterThan(rounds * everyEndpoint.length);
  const [half = 0, end = 0] = [heap[Math.floor(rounds / 2)], heap.at(-1)];
  expect(end - half).toBeLessThan(25e6);
});

async function inputsOfRound(random: () => number): Promise<Input[]> {
  const fuzz = fuzzer(random, knownTexts);
  const { token: passing } = await aUser(server.context, shop.shopId);
  const inputs = everyEndpoint.map((endpoint): Input => {
    const { name, method, path, params, query, body } = endpoint;
    const filled = path.replaceAll(/:\w+/g, () => fuzz.addressText(fuzz.chance(0.7) ? fuzz.known() : fuzz.oddText()));
    const asked = query ? `?${fuzz.queryOf(fuzz.valueFor(inputSchema(query)))}` : '';
    const json = JSON.stringify(body ? fuzz.valueFor(inputSchema(body)) : fuzz.oddValue());
    const sends = method !== 'GET' && (body !== undefined || params === undefined || fuzz.chance(0.2));
    const zipped = endpoint.takesGzip ? fuzz.chance(0.5) : fuzz.chance(0.02);
    return {
      what: name,
      method,
      path: `/api/v1${filled}${asked}`,
      headers: {
        // A call that ends its own session has one of its own.
        authorization: `Bearer ${name === 'logout' ? passing : shop.token}`,
        ...(sends && {
          'content-type': fuzz.chance(0.97) ? 'application/json' : fuzz.pick(['text/plain', 'x', '*/*']),
        }),
        ...(sends && zipped && { 'content-encoding': 'gzip' }),
        ...(fuzz.chance(0.05) && { 'idempotency-key': fuzz.pick(['x', '12345678', 'é'.repeat(20)]) }),
      },
      ...(sends && { body: zipped ? gzipSync(json) : fuzz.chance(0.03) ? json.slice(0, -1) : json }),
    };
  });
  const others = [...(await pushInputs(fuzz)), ...otherInputs(fuzz)];
  return [...others, ...inputs, ...(random() < 0.15 ? [bomb()] : [])];
}

/** What reaches the server outside the contract. */
function otherInputs(fuzz: ReturnType<typeof fuzzer>): Input[] {
  const text = fuzz.oddText();
  const webhook = JSON.stringify({
    id: fuzz.chance(0.5) ? 123 : fuzz.oddValue(),
    admin_graphql_api_id: fuzz.oddText(),
    current: [fuzz.oddText()],
    orders_to_redact: fuzz.oddValue(),
    orders_requested: fuzz.oddValue(),
    note: text,
  });
  const topics = ['orders/updated', 'app/scopes_update', 'bulk_operations/finish', 'customers/data_request'] as const;
  return [
    { what: 'tracking page', method: 'GET', path: `/track/${fuzz.addressText(text)}?lang=${fuzz.addressText(text)}` },
    { what: 'any address', method: fuzz.pick(['GET', 'PUT', 'DELETE']), path: `/${fuzz.addressText(text)}` },
    {
      what: 'file of rows',
      method: 'POST',
      path: '/api/v1/imports/files',
      body: Array.from({ length: 30 }, () => JSON.stringify(fuzz.valueFor(inputSchema(ImportRow)))).join('\n'),
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': rowFileType },
    },
    {
      what: 'deep JSON',
      method: 'POST',
      path: '/api/v1/login-user',
      body: '[{"email":'.repeat(9_000),
      headers: { 'content-type': 'application/json' },
    },
    { what: 'store launch', method: 'GET', path: `/shopify/orders/open-many?ids[]=${fuzz.addressText(text)}&hmac=x` },
    { what: 'store callback', method: 'GET', path: `/shopify/callback?code=${fuzz.addressText(text)}&state=x` },
    {
      what: 'webhook',
      method: 'POST',
      path: '/webhooks/shopify',
      body: webhook,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': fuzz.pick(topics),
        'x-shopify-webhook-id': fuzz.pick(['w1', 'w2', 'x'.repeat(5_000), 'é']),
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-triggered-at': fuzz.pick(['2026-11-20T00:00:00Z', '0001-01-01', '9999-99-99', '']),
        'x-shopify-hmac-sha256': createHmac('sha256', server.context.config.shopify.clientSecret)
          .update(webhook)
          .digest('base64'),
      },
    },
  ];
}

/** Status updates of couriers, with a new secret each time, since other calls of the round change it. */
async function pushInputs(fuzz: ReturnType<typeof fuzzer>): Promise<Input[]> {
  const bodies = {
    LEOPARD: { data: [{ cn_number: fuzz.known(), status: fuzz.oddText(), activity_date: fuzz.oddText() }] },
    POSTEX: { trackingNumber: fuzz.known(), orderStatus: fuzz.oddText(), statusUpdateDatetime: fuzz.oddText() },
  };
  return Promise.all(
    (['LEOPARD', 'POSTEX'] as const).map(async (company): Promise<Input> => {
      const account = shop.accounts[company];
      const { push, secret } = (await server.call('POST', `courier-accounts/${account}/push`, { token: shop.token }))
        .body;
      return {
        what: 'push',
        method: 'POST',
        path: new URL(push.address).pathname,
        body: JSON.stringify(fuzz.chance(0.8) ? bodies[company] : fuzz.oddValue()),
        headers: { 'content-type': 'application/json', [push.header]: secret },
      };
    }),
  );
}

const bomb = (): Input => ({
  what: 'gzip bomb',
  method: 'POST',
  path: '/api/v1/imports/preview',
  body: gzipSync(Buffer.alloc(60_000_000, '[')),
  headers: {
    authorization: `Bearer ${shop.token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  },
});

async function send({ method, path, headers, body }: Input): Promise<number> {
  const sent = typeof body === 'string' ? body : body && new Uint8Array(body);
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    ...(headers && { headers }),
    ...(sent !== undefined && { body: sent }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const schemas = new Map<z.ZodType, z.core.JSONSchema.BaseSchema>();
function inputSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const made = schemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input' });
  schemas.set(schema, made);
  return made;
}

/** Bytes that are in use once everything that can be freed is freed. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  z.function().parse(runInNewContext('gc'))();
  return process.memoryUsage().heapUsed;
}
