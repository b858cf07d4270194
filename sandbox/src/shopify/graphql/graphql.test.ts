import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkOrdersQuery, reference } from './reference/reference.ts';
import type { TestStore } from '../../testing/shopify-test-store.ts';
import { appScopes, jsonOf, openTestStore, shop } from '../../testing/shopify-test-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});

afterAll(() => store.close());

async function tokenWith(scopes: string[]): Promise<string> {
  const installed = await store.post(`/_control/shops/${shop}/install`, { scopes });
  store.token = (await jsonOf(installed))['access_token'];
  return store.token;
}

test('a field that is not simulated is an error and never a null', async () => {
  const answer = await store.graphql('{ shop { billingAddress { city } } }', {}, store.token);
  expect(answer.errors).toMatchObject([{ message: 'SIM_NOT_IMPLEMENTED Shop.billingAddress' }]);
});

test('a field that the schema does not have, a wrong variable and an invalid query are errors over HTTP 200', async () => {
  const unknown = await store.graphql('{ shop { colour } }', {}, store.token);
  expect(unknown.errors).toMatchObject([{ extensions: { code: 'undefinedField' } }]);
  const wrong = await store.graphql(
    reference('AddTags'),
    { id: 'gid://shopify/Order/1', tags: 5.5, other: 1 },
    store.token,
  );
  expect(wrong.errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  const missing = await store.graphql(reference('AddTags'), { id: 'gid://shopify/Order/1' }, store.token);
  expect(missing.errors).toMatchObject([{ extensions: { code: 'INVALID_VARIABLE' } }]);
  const broken = await store.graphql('{ shop {', {}, store.token);
  expect(broken.errors).toMatchObject([{ extensions: { code: 'PARSE_ERROR' } }]);
  const id = await store.graphql('{ order(id: "gid://shopify/Product/1") { name } }', {}, store.token);
  expect(id.errors).toMatchObject([
    { message: 'Invalid id: gid://shopify/Product/1', extensions: { code: 'RESOURCE_NOT_FOUND' } },
  ]);
  const unpaged = await store.graphql('{ orders { nodes { id } } }', {}, store.token);
  expect(unpaged.errors).toMatchObject([{ message: 'you must provide one of first or last' }]);
});

test('a missing scope is ACCESS_DENIED, and a write scope includes its read scope', async () => {
  const order = await store.order();
  const token = await tokenWith(['write_orders']);
  const allowed = await store.graphql('query Q($id: ID!) { order(id: $id) { name } }', { id: order.gid }, token);
  expect(allowed.data?.['order']).toEqual({ name: order.name });
  const denied = await store.graphql(reference('OrderFulfillmentState'), { id: order.gid }, token);
  expect(denied.errors?.[0]?.extensions.code).toBe('ACCESS_DENIED');
  const other = await tokenWith(['read_orders']);
  const tags = await store.graphql(reference('AddTags'), { id: order.gid, tags: ['x'] }, other);
  expect(tags.errors?.[0]?.extensions.code).toBe('ACCESS_DENIED');
  const topic = { topic: 'FULFILLMENTS_CREATE', input: { uri: 'https://app.example.com/webhooks' } };
  const webhook = await store.graphql(reference('CreateWebhook'), topic, other);
  expect(webhook.data?.['webhookSubscriptionCreate'].userErrors).toHaveLength(1);
  await tokenWith(['write_orders', 'write_merchant_managed_fulfillment_orders', 'read_locations']);
});

test('an empty bucket answers Throttled and fills again', async () => {
  await store.post(`/_control/shops/${shop}`, { settings: { throttle: { maximumAvailable: 12, restoreRate: 0.001 } } });
  const order = await store.order();
  const run = () => store.graphql(reference('AddTags'), { id: order.gid, tags: ['x'] }, store.token);
  expect((await run()).data?.['tagsAdd'].userErrors).toEqual([]);
  const throttled = await run();
  expect(throttled).toMatchObject({
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: { cost: { actualQueryCost: null, throttleStatus: { maximumAvailable: 12 } } },
  });
  expect(throttled).not.toHaveProperty('data');
  await store.post(`/_control/shops/${shop}`, {
    settings: { throttle: { maximumAvailable: 20_000, restoreRate: 100_000 } },
  });
  await expect.poll(async () => (await run()).errors).toBeUndefined();
});

test('a query that costs more than 1000 is refused', async () => {
  const answer = await store.graphql(reference('OrdersPage'), { first: 250 }, store.token);
  expect(answer.errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
  const page = await store.graphql(reference('OrdersPage'), { first: 25 }, store.token);
  expect(page.errors).toBeUndefined();
  const { gid: id } = await store.order();
  const fulfillments = `query Many($id: ID!, $first: Int!) { order(id: $id) { fulfillments(first: $first) {
    id trackingInfo(first: 25) { number } fulfillmentLineItems(first: 50) { nodes { quantity lineItem { id } } } } } }`;
  const all = await store.graphql(fulfillments, { id, first: 250 }, store.token);
  expect(all.errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }]);
  expect((await store.graphql(fulfillments, { id, first: 10 }, store.token)).errors).toBeUndefined();
});

test('other versions, wrong tokens and stores that are locked are refused', async () => {
  const at = (version: string) =>
    store.post(`/shopify/${shop}/admin/api/${version}/graphql.json`, { query: '{ shop { id } }' });
  expect((await at('2025-10')).status).toBe(404);
  const unknown = await at('2026-10');
  expect(unknown.status).toBe(401);
  expect(await jsonOf(unknown)).toEqual({
    errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  });
  await store.post(`/_control/shops/${shop}`, { settings: { lockedWith: 402 } });
  expect((await at('2026-10')).status).toBe(402);
  await store.post(`/_control/shops/${shop}`, { settings: { lockedWith: null } });
});

test('bulk queries that break a rule are refused with code INVALID', async () => {
  const refused = async (query: string) => {
    const answer = await store.graphql(reference('StartBulk'), { query }, store.token);
    return answer.data?.['bulkOperationRunQuery'].userErrors;
  };
  for (const query of [
    '{ shop { id } }',
    '{ orders { nodes { id } } }',
    '{ orders { edges { node { name lineItems { edges { node { id } } } } } } }',
    '{ orders { edges { node { id fulfillments { fulfillmentLineItems { edges { node { id } } } } } } } }',
    'query Q($q: String) { orders(query: $q) { edges { node { id } } } }',
    'mutation { appUninstall { app { id } } }',
  ]) {
    expect(await refused(query), query).toMatchObject([{ field: ['query'], code: 'INVALID' }]);
  }
});

test('a store with a long past exports all of it, each order with its items behind it, and holds none of it', async () => {
  const past = 'long-past.myshopify.com';
  const installed = await jsonOf(store.post(`/_control/shops/${past}/install`, { scopes: appScopes }));
  await store.post(`/_control/shops/${past}`, { past: { orders: 1200, days: 30 }, settings: { bulkDelayMs: 0 } });
  await store.post('/_control/orders', { shop: past, count: 3 });
  const ask = async (query: string, variables: object = {}) => {
    const answer = await fetch(`${store.url}/shopify/${past}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': installed['access_token'] },
      body: JSON.stringify({ query, variables }),
    });
    return (await jsonOf(answer)).data;
  };
  expect((await ask('{ ordersCount(limit: null) { count } }')).ordersCount.count).toBe(1203);
  const started = await ask(
    'mutation ($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id } } }',
    { query: '{ orders { edges { node { id name lineItems { edges { node { id } } } } } } }' },
  );
  const { id } = started.bulkOperationRunQuery.bulkOperation;
  const status = 'query ($id: ID!) { bulkOperation(id: $id) { status rootObjectCount url } }';
  await expect.poll(async () => (await ask(status, { id })).bulkOperation.status).toBe('COMPLETED');
  const { bulkOperation } = await ask(status, { id });
  const rows = (await (await fetch(bulkOperation.url)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const roots = rows.filter((row) => row.__parentId === undefined);
  expect(roots).toHaveLength(1203);
  expect(bulkOperation.rootObjectCount).toBe('1203');
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  const parents = rows.flatMap((row, index) =>
    row.__parentId === undefined ? [] : [[row.__parentId, rows[index - 1]]],
  );
  for (const [parent, before] of parents) expect([before.id, before.__parentId]).toContain(parent);
  const part = await fetch(bulkOperation.url, { headers: { range: 'bytes=100-' } });
  expect(part.status).toBe(206);

  const [oldest] = roots;
  const again = (await ask('query ($id: ID!) { order(id: $id) { id name tags } }', { id: oldest.id })).order;
  expect(again).toMatchObject({ id: oldest.id, name: oldest.name });
  await ask('mutation ($id: ID!) { tagsAdd(id: $id, tags: ["seen"]) { userErrors { message } } }', { id: oldest.id });
  const newest = await ask('{ orders(first: 1, sortKey: UPDATED_AT, reverse: true) { nodes { id tags } } }');
  expect(newest.orders.nodes).toMatchObject([{ id: oldest.id, tags: expect.arrayContaining(['seen']) }]);
  expect((await ask('{ ordersCount(limit: null) { count } }')).ordersCount.count).toBe(1203);
});

test('a sixth bulk operation waits for the first five', async () => {
  await store.post(`/_control/shops/${shop}`, { settings: { bulkDelayMs: 30_000 } });
  const start = () => store.graphql(reference('StartBulk'), { query: bulkOrdersQuery }, store.token);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await start()).data?.['bulkOperationRunQuery'].bulkOperation.id);
  const sixth = await start();
  const error = sixth.data?.['bulkOperationRunQuery'].userErrors[0];
  expect(error).toMatchObject({ field: null, code: 'OPERATION_IN_PROGRESS' });
  expect(error.message).toContain(ids[0]);
});

test('faults happen before or after the change is made', async () => {
  const order = await store.order({ tags: [] });
  const tag = (name: string) => store.graphql(reference('AddTags'), { id: order.gid, tags: [name] }, store.token);
  const tags = async () => (await jsonOf(store.get(`/_control/orders/${order.id}`))).tags;
  const fault = (kind: string, more: object = {}) =>
    store.post('/_control/faults', {
      clear: true,
      rules: [{ target: 'shopify', operation: 'tagsAdd', kind, ...more }],
    });

  await fault('drop-before');
  await expect(tag('dropped')).rejects.toThrow('fetch failed');
  await fault('error500');
  await expect(tag('failed')).rejects.toThrow('HTTP 500');
  await fault('html502');
  await expect(tag('gateway')).rejects.toThrow('HTTP 502');
  await fault('throttle');
  expect((await tag('throttled')).errors?.[0]?.extensions.code).toBe('THROTTLED');
  await fault('throttle', { delayMs: 1000 });
  await expect(tag('limited')).rejects.toThrow('HTTP 429');
  await fault('refuse');
  expect((await tag('refused')).errors?.[0]?.extensions.code).toBe('ACCESS_DENIED');
  expect(await tags()).toEqual([]);

  await fault('lose-answer');
  await expect(tag('lost')).rejects.toThrow('fetch failed');
  await fault('garbage');
  await expect(tag('unreadable')).rejects.toThrow('JSON');
  expect(await tags()).toEqual(['lost', 'unreadable']);

  await fault('error500', { times: 1 });
  await expect(tag('once')).rejects.toThrow('HTTP 500');
  expect((await tag('twice')).errors).toBeUndefined();
  const { hits } = await jsonOf(store.get('/_control/faults'));
  expect(Object.values(hits)).toEqual([1]);
  await store.post('/_control/faults', { clear: true });
});
