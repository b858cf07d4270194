import http from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../platform.ts';
import { createShopify, type ShopifyRequest } from './client.ts';
import { ShopifyMaxCostError } from './classify-answer.ts';
import { anAccess, aStore, listening, type Reply } from './store-server.testing.ts';

const read = {
  document: 'query ShopName { shop { name email } }',
  reply: z.object({ shop: z.object({ name: z.string(), email: z.string().nullish() }) }),
};
const write = {
  document: 'mutation Fulfil { fulfillmentCreate { fulfillment { id } } }',
  reply: z.object({ fulfillmentCreate: z.object({ fulfillment: z.object({ id: z.string() }) }) }),
};
const repeatableWrite = { ...write, repeatable: true };

const shop: Reply = { body: { data: { shop: { name: 'Demo' } } } };
const fulfilled: Reply = { body: { data: { fulfillmentCreate: { fulfillment: { id: 'f1' } } } } };
const cost = (requested: number, available: number) => ({
  cost: {
    requestedQueryCost: requested,
    actualQueryCost: null,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: available, restoreRate: 100 },
  },
});
const throttled: Reply = {
  body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: cost(110, 10) },
};
const error500: Reply = { status: 500, body: '<html>oops</html>' };
const graphqlError = (code: string, message = code): Reply => ({
  body: { errors: [{ message, extensions: { code } }] },
});

test('a call names the version, the token and the operation', async () => {
  const { shopify, access, received } = await aStore([shop]);
  expect(await shopify.ask(access, read)).toEqual({ shop: { name: 'Demo' } });
  expect(received[0]?.path).toBe('/demo-store.myshopify.com/admin/api/2026-10/graphql.json');
  expect(received[0]?.headers['x-shopify-access-token']).toBe('token-1');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    query: read.document,
    variables: {},
    operationName: 'ShopName',
  });
});

test('a throttled call waits as long as its cost needs, then is repeated', async () => {
  const { shopify, access, received, waits } = await aStore([throttled, fulfilled]);
  await shopify.ask(access, write);
  expect(received).toHaveLength(2);
  expect(waits).toContain(1000);
});

test('an emptied bucket is waited for before the next call of the same shop, not of another', async () => {
  const empty = { body: { data: { shop: { name: 'Demo' } }, extensions: cost(50, 0) } };
  const { shopify, access, waits } = await aStore([empty]);
  await shopify.ask(access, read);
  await shopify.ask({ ...anAccess(), domain: 'other.myshopify.com' }, read);
  expect(waits).toEqual([]);
  await shopify.ask(access, read);
  expect(waits).toEqual([500]);
});

test('a store that keeps throttling is given up in time, and says when to come back', async () => {
  const { shopify, access, waits } = await aStore([throttled], { maxWaitMs: 3500 });
  const error = await failure(shopify.ask(access, write));
  expect(error).toMatchObject({ kind: 'unavailable', retryAfterMs: 1000, platformWords: 'Throttled' });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(3500);
});

test('429 is waited out for as long as Shopify says', async () => {
  const tooMany = { status: 429, headers: { 'retry-after': '2.0' }, body: '' };
  const { shopify, access, waits, received } = await aStore([tooMany, fulfilled]);
  await shopify.ask(access, write);
  expect(waits).toEqual([2000]);
  expect(received).toHaveLength(2);
});

test.each<[string, Reply]>([
  ['500', error500],
  ['a dropped connection', 'drop'],
  ['HTML instead of JSON', { body: '<html>502</html>' }],
  ['an internal error', graphqlError('INTERNAL_SERVER_ERROR')],
  ['data of another shape', { body: { data: { shop: null } } }],
])('a read is repeated after %s', async (_what, reply) => {
  const { shopify, access, received } = await aStore([reply, reply, shop]);
  expect(await shopify.ask(access, read)).toEqual({ shop: { name: 'Demo' } });
  expect(received).toHaveLength(3);
});

test('a read that fails three times, with growing pauses, is unavailable, with the request id', async () => {
  const { shopify, access, received, waits } = await aStore([error500]);
  expect(await failure(shopify.ask(access, read))).toMatchObject({ kind: 'unavailable', requestId: 'req-3' });
  expect(received).toHaveLength(3);
  expect(waits).toEqual([400, 1600]);
});

test.each<[string, Reply]>([
  ['500', error500],
  ['503', { status: 503, body: '' }],
  ['a dropped connection', 'drop'],
  ['HTML instead of JSON', { body: '<html>502</html>' }],
  ['an internal error', graphqlError('INTERNAL_SERVER_ERROR')],
  ['an error without a known code', graphqlError('SOMETHING_NEW')],
  ['data of another shape', { body: { data: { fulfillmentCreate: { fulfillment: {} } } } }],
])('a write is sent once and uncertain after %s', async (_what, reply) => {
  const { shopify, access, received } = await aStore([reply, fulfilled]);
  expect(await failure(shopify.ask(access, write))).toMatchObject({ kind: 'uncertain' });
  expect(received).toHaveLength(1);
});

test('a write that answers too late is uncertain', async () => {
  const { shopify, access } = await aStore([], { timeoutMs: 50, fetch: neverAnswers });
  expect(await failure(shopify.ask(access, write))).toMatchObject({ kind: 'uncertain' });
});

test('a harmless write is repeated, and stays uncertain when no answer comes', async () => {
  const first = await aStore(['drop', fulfilled]);
  await first.shopify.ask(first.access, repeatableWrite);
  expect(first.received).toHaveLength(2);
  const second = await aStore(['drop', graphqlError('BAD_REQUEST')]);
  expect(await failure(second.shopify.ask(second.access, repeatableWrite))).toMatchObject({ kind: 'uncertain' });
});

test('a write that never reached Shopify is unavailable, not uncertain', async () => {
  const nowhere = await aClosedAddress();
  const shopify = createShopify({
    clientId: 'client',
    clientSecret: 'secret',
    baseUrl: () => nowhere,
    sleep: async () => {},
  });
  expect(await failure(shopify.ask(anAccess(), write))).toMatchObject({ kind: 'unavailable' });
});

test('a refused token is renewed once and the call repeated', async () => {
  const refused = { status: 401, body: { errors: '[API] Invalid API key or access token' } };
  const { shopify, received } = await aStore([refused, fulfilled]);
  const access = anAccess();
  await shopify.ask(access, write);
  expect(access.renewals).toEqual(['token-1']);
  expect(received.map(({ headers }) => headers['x-shopify-access-token'])).toEqual(['token-1', 'token-2']);
});

test('a token refused twice means that access is gone', async () => {
  const refused = { status: 401, body: { errors: '[API] Invalid API key or access token' } };
  const { shopify, access, received } = await aStore([refused]);
  expect(await failure(shopify.ask(access, write))).toMatchObject({
    kind: 'unauthorised',
    platformWords: '[API] Invalid API key or access token',
  });
  expect(received).toHaveLength(2);
});

test.each([
  [402, 'unavailable'],
  [403, 'unauthorised'],
  [404, 'unauthorised'],
  [423, 'unavailable'],
  [400, 'rejected'],
  [302, 'unavailable'],
])('HTTP %s on a write is %s and nothing is repeated', async (status, kind) => {
  const { shopify, access, received } = await aStore([{ status, headers: { location: '/elsewhere' }, body: '' }]);
  expect(await failure(shopify.ask(access, write))).toMatchObject({ kind });
  expect(received).toHaveLength(1);
});

test('a field that we may not see is missing, and the rest of the answer is used', async () => {
  const denied = {
    message: 'Access denied for email field.',
    path: ['shop', 'email'],
    extensions: { code: 'ACCESS_DENIED' },
  };
  const { shopify, access } = await aStore([
    { body: { data: { shop: { name: 'Demo', email: null } }, errors: [denied] } },
  ]);
  expect(await shopify.ask(access, read)).toEqual({ shop: { name: 'Demo', email: null } });
});

test('an order that we may not see is a missing permission, not a missing order', async () => {
  const request: ShopifyRequest<unknown> = {
    document: 'query AnOrder { order { id } }',
    reply: z.object({ order: z.object({ id: z.string() }).nullable() }),
  };
  const denials = [['order'], ['order', 'id'], undefined];
  for (const path of denials) {
    const denied = { message: 'Access denied for order field.', path, extensions: { code: 'ACCESS_DENIED' } };
    const { shopify, access } = await aStore([{ body: { data: { order: null }, errors: [denied] } }]);
    const error = await failure(shopify.ask(access, request));
    expect(error).toMatchObject({ kind: 'unauthorised', platformWords: 'Access denied for order field.' });
  }
});

test('a refusal of the query is rejected with Shopify’s words', async () => {
  const { shopify, access, received } = await aStore([graphqlError('RESOURCE_NOT_FOUND', 'Invalid id: gid://x')]);
  expect(await failure(shopify.ask(access, write))).toMatchObject({
    kind: 'rejected',
    platformWords: 'Invalid id: gid://x',
  });
  expect(received).toHaveLength(1);
});

test('a query that costs too much has its own error', async () => {
  const { shopify, access } = await aStore([graphqlError('MAX_COST_EXCEEDED')]);
  expect(await failure(shopify.ask(access, read))).toBeInstanceOf(ShopifyMaxCostError);
});

test('nothing but a store’s own name becomes an address', async () => {
  const { shopify, received } = await aStore([shop]);
  for (const domain of ['evil.example', 'a.myshopify.com.evil.example', 'a.myshopify.com/x', 'x@a.myshopify.com']) {
    expect(await failure(shopify.ask({ ...anAccess(), domain }, read))).toMatchObject({ kind: 'rejected' });
  }
  expect(received).toHaveLength(0);
});

const neverAnswers: typeof fetch = async (_input, init) => {
  const server = http.createServer(() => {});
  const url = await listening(server);
  try {
    return await fetch(url, init);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

async function aClosedAddress(): Promise<string> {
  const server = http.createServer();
  const url = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function failure(call: Promise<unknown>): Promise<PlatformError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}
