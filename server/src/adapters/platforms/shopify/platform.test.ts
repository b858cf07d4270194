import { expect, test } from 'vitest';
import { z } from 'zod';
import { createShopify } from './client.ts';
import { aLineReply, anOrderReply } from './order-replies.testing.ts';
import { createShopifyPlatform } from './platform.ts';
import { aStore, type Received, type Reply } from './store-server.testing.ts';
import { webhookTopics } from '../webhooks.ts';

const lastPage = { hasNextPage: false, endCursor: null };
const tooDear: Reply = { body: { errors: [{ message: 'Too dear', extensions: { code: 'MAX_COST_EXCEEDED' } }] } };

test('orders come back in the order of their ids; what is gone or no order is undefined', async () => {
  const nodes = [
    null,
    anOrderReply({ id: 'gid://shopify/Order/2' }),
    { __typename: 'Product', id: 'gid://shopify/Product/3' },
  ];
  const { platform, access, asked } = await aPlatform([data({ nodes })]);
  const orders = await platform.ordersByIds(access, ['1', '2', '3', '2']);
  expect(orders.map((order) => order?.platformOrderId)).toEqual([undefined, '2', undefined, '2']);
  expect(asked()[0]?.variables.ids).toEqual([1, 2, 3].map((id) => `gid://shopify/Order/${id}`));
});

test('many orders are read in pages, which shrink when Shopify finds them too dear', async () => {
  const answer = (received: Received): Reply => {
    const ids = z.array(z.string()).parse(Asked.parse(JSON.parse(received.body)).variables.ids);
    return ids.length > 10 ? tooDear : data({ nodes: ids.map((id) => anOrderReply({ id })) });
  };
  const { platform, access, asked } = await aPlatform([answer]);
  const ids = Array.from({ length: 30 }, (_, n) => String(n + 1));
  const orders = await platform.ordersByIds(access, ids);
  expect(orders.map((order) => order?.platformOrderId)).toEqual(ids);
  expect(asked().map(({ variables }) => z.array(z.string()).parse(variables.ids).length)).toEqual([
    25, 12, 6, 6, 6, 6, 6,
  ]);
});

test('an order with more than 50 lines has them all', async () => {
  const first = { nodes: [aLineReply(1)], pageInfo: { hasNextPage: true, endCursor: 'c1' } };
  const second = { nodes: [aLineReply(2)], pageInfo: { hasNextPage: true, endCursor: 'c2' } };
  const third = { nodes: [aLineReply(3)], pageInfo: lastPage };
  const { platform, access, asked } = await aPlatform([
    data({ nodes: [anOrderReply({ lineItems: first })] }),
    data({ order: { lineItems: second } }),
    data({ order: { lineItems: third } }),
  ]);
  const [order] = await platform.ordersByIds(access, ['5678901234']);
  expect(order?.lines.map(({ lineId }) => lineId)).toEqual(['1', '2', '3']);
  expect(asked().map(({ variables }) => variables.after)).toEqual([undefined, 'c1', 'c2']);
});

test('changed orders are searched from the whole second and continued by cursor', async () => {
  const page = (id: number, hasNextPage: boolean): Reply =>
    data({
      orders: {
        nodes: [anOrderReply({ id: `gid://shopify/Order/${id}` })],
        pageInfo: { hasNextPage, endCursor: `c${id}` },
      },
    });
  const { platform, access, asked } = await aPlatform([page(1, true), page(2, true), page(3, false)]);
  const since = new Date('2026-11-01T00:00:00.900Z');
  const first = await platform.ordersChangedSince(access, { since, limit: 2 });
  expect(first.orders.map(({ platformOrderId }) => platformOrderId)).toEqual(['1', '2']);
  expect(first.cursor).toBe('c2');
  const rest = await platform.ordersChangedSince(access, { since, cursor: first.cursor, limit: 2 });
  expect(rest.cursor).toBeUndefined();
  expect(asked().map(({ variables }) => [variables.first, variables.after, variables.query])).toEqual([
    [2, undefined, "updated_at:>='2026-11-01T00:00:00Z'"],
    [1, 'c1', "updated_at:>='2026-11-01T00:00:00Z'"],
    [2, 'c2', "updated_at:>='2026-11-01T00:00:00Z'"],
  ]);
});

test('the fulfilment state holds every page of it', async () => {
  const more = { hasNextPage: true, endCursor: 'c1' };
  const fulfilmentLine = (id: number) => ({ quantity: 1, lineItem: { id: `gid://shopify/LineItem/${id}` } });
  const orderLine = (id: number) => ({
    id: `line-${id}`,
    remainingQuantity: id,
    lineItem: { id: `gid://shopify/LineItem/${id}` },
  });
  const fulfillmentOrder = (id: string, pageInfo: object) => ({
    id,
    status: 'OPEN',
    requestStatus: 'UNSUBMITTED',
    fulfillAt: null,
    supportedActions: [{ action: 'CREATE_FULFILLMENT' }],
    fulfillmentHolds: [],
    deliveryMethod: null,
    assignedLocation: { name: 'Lahore', location: null },
    lineItems: { nodes: [orderLine(1)], pageInfo },
  });
  const answer = (received: Received): Reply => {
    const { operationName } = Asked.parse(JSON.parse(received.body));
    if (operationName === 'FulfillmentOrdersPage') {
      return data({ order: { fulfillmentOrders: { nodes: [fulfillmentOrder('fo2', lastPage)], pageInfo: lastPage } } });
    }
    if (operationName === 'FulfillmentOrderLinesPage') {
      return data({ fulfillmentOrder: { lineItems: { nodes: [orderLine(2)], pageInfo: lastPage } } });
    }
    if (operationName === 'FulfillmentLinesPage') {
      return data({ fulfillment: { fulfillmentLineItems: { nodes: [fulfilmentLine(2)], pageInfo: lastPage } } });
    }
    const fulfilment = {
      id: 'f1',
      status: 'SUCCESS',
      displayStatus: null,
      trackingInfo: [{ number: 'LE1' }, { number: null }],
      fulfillmentLineItems: { nodes: [fulfilmentLine(1)], pageInfo: more },
    };
    const fulfillmentOrders = { nodes: [fulfillmentOrder('fo1', more)], pageInfo: more };
    const header = { id: 'gid://shopify/Order/9', cancelledAt: null };
    return data({ order: { ...header, fulfillmentOrders, fulfillments: [fulfilment] } });
  };
  const { platform, access } = await aPlatform([answer]);
  expect(await platform.fulfilmentState(access, '9')).toMatchObject({
    platformOrderId: '9',
    fulfilmentOrders: [
      {
        id: 'fo1',
        canFulfil: true,
        locationId: '',
        lines: [
          { lineId: '1', remaining: 1 },
          { lineId: '2', remaining: 2 },
        ],
      },
      { id: 'fo2', lines: [{ lineId: '1' }] },
    ],
    fulfilments: [
      {
        succeeded: true,
        cancelled: false,
        displayStatus: '',
        trackingNumbers: ['LE1'],
        lines: [{ lineId: '1' }, { lineId: '2' }],
      },
    ],
  });
});

test('an order with many fulfilments has them all, in pages that shrink when Shopify finds them too expensive', async () => {
  const ids = Array.from({ length: 23 }, (_, n) => `gid://shopify/Fulfillment/${n + 1}`);
  const fulfilment = (id: string) => ({
    ...{ __typename: 'Fulfillment', id, status: 'CANCELLED', displayStatus: 'CANCELED', trackingInfo: [] },
    fulfillmentLineItems: { nodes: [], pageInfo: lastPage },
  });
  const answer = (received: Received): Reply => {
    const { operationName, variables } = Asked.parse(JSON.parse(received.body));
    if (operationName === 'FulfillmentIds') return data({ order: { fulfillments: ids.map((id) => ({ id })) } });
    if (operationName === 'FulfillmentsByIds') {
      const asked = z.array(z.string()).parse(variables.ids);
      return asked.length > 2 ? tooDear : data({ nodes: asked.map(fulfilment) });
    }
    const size = Number(variables.fulfillments);
    if (size > 5) return tooDear;
    const header = { id: 'gid://shopify/Order/9', cancelledAt: null };
    const fulfillmentOrders = { nodes: [], pageInfo: lastPage };
    return data({ order: { ...header, fulfillmentOrders, fulfillments: ids.slice(0, size).map(fulfilment) } });
  };
  const { platform, access, asked } = await aPlatform([answer]);
  const state = await platform.fulfilmentState(access, '9');
  expect(state?.fulfilments.map(({ id }) => id)).toEqual(ids);
  expect(
    asked()
      .slice(0, 2)
      .map(({ variables }) => variables.fulfillments),
  ).toEqual([10, 5]);
  expect(asked().filter(({ operationName }) => operationName === 'FulfillmentsByIds')).toHaveLength(10);
});

test('a fulfilment carries lines, number, courier, link and the notice', async () => {
  const { platform, access, asked } = await aPlatform([
    data({ fulfillmentCreate: { fulfillment: { id: 'gid://shopify/Fulfillment/1' }, userErrors: [] } }),
  ]);
  const tracking = { number: 'LE1', company: 'Leopards Courier', url: 'https://app.example/track/LE1' };
  const fulfilmentOrders = [{ id: 'fo1', lines: [{ id: 'l1', quantity: 2 }] }];
  const made = await platform.fulfil(access, { fulfilmentOrders, tracking, notifyCustomer: true });
  expect(made).toEqual({ fulfilmentId: 'gid://shopify/Fulfillment/1' });
  expect(asked()[0]?.variables.fulfillment).toEqual({
    lineItemsByFulfillmentOrder: [
      { fulfillmentOrderId: 'fo1', fulfillmentOrderLineItems: [{ id: 'l1', quantity: 2 }] },
    ],
    trackingInfo: tracking,
    notifyCustomer: true,
  });
});

test('a refused fulfilment keeps Shopify’s words', async () => {
  const message = 'Fulfillment order 9825095713074 has an unfulfillable status= closed.';
  const { platform, access } = await aPlatform([
    data({ fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] } }),
  ]);
  const tracking = { number: 'LE1', company: 'Leopards Courier', url: '' };
  const call = platform.fulfil(access, { fulfilmentOrders: [], tracking, notifyCustomer: false });
  await expect(call).rejects.toMatchObject({ kind: 'rejected', platformWords: message });
});

test('an order is marked as paid only when it can be', async () => {
  const payment = (displayFinancialStatus: string | null, canMarkAsPaid: boolean, capturable = false): Reply =>
    data({
      order: {
        displayFinancialStatus,
        canMarkAsPaid,
        capturable,
        currencyCode: 'PKR',
        totalOutstandingSet: { shopMoney: { amount: '1700.0' } },
      },
    });
  const refused = { order: null, userErrors: [{ field: ['id'], message: 'Order cannot be marked as paid.' }] };
  const marked = { order: { displayFinancialStatus: 'PAID', canMarkAsPaid: false }, userErrors: [] };
  const outcomes: [replies: Reply[], paid: boolean][] = [
    [[payment('PAID', false)], true],
    [[payment('REFUNDED', false)], false],
    [[payment('AUTHORIZED', true, true)], false],
    [[payment('PARTIALLY_PAID', true, true)], false],
    [[payment('PENDING', true), data({ orderMarkAsPaid: marked })], true],
    [[payment(null, true), data({ orderMarkAsPaid: refused })], false],
    [[payment('PENDING', true), 'drop', payment('PAID', false)], true],
  ];
  for (const [replies, paid] of outcomes) {
    const { platform, access } = await aPlatform(replies);
    expect((await platform.markPaid(access, '9', ['1700']))?.isPaid).toBe(paid);
  }
});

test('a mark as paid whose answer is lost and that is not seen stays uncertain', async () => {
  const totalOutstandingSet = { shopMoney: { amount: '1699.6' } };
  const pending = data({
    order: {
      ...{ displayFinancialStatus: 'PENDING', canMarkAsPaid: true, capturable: false },
      ...{ currencyCode: 'PKR', totalOutstandingSet },
    },
  });
  const { platform, access } = await aPlatform([pending, 'drop', pending]);
  await expect(platform.markPaid(access, '9', ['1700.00'])).rejects.toMatchObject({ kind: 'uncertain' });
});

test('an export waits while five others of the store run', async () => {
  const userErrors = [{ field: null, message: 'already in progress', code: 'OPERATION_IN_PROGRESS' }];
  const none = data({ bulkOperations: { nodes: [] } });
  const busy = data({ bulkOperationRunQuery: { bulkOperation: null, userErrors } });
  const { platform, access } = await aPlatform([none, busy]);
  await expect(platform.startBackfill(access, new Date())).rejects.toMatchObject({
    kind: 'unavailable',
    retryAfterMs: 60_000,
  });
});

test('after a lost answer, the export that was started is used, not a second one', async () => {
  const since = new Date('2026-09-21T00:00:00Z');
  const first = await aPlatform([data({ bulkOperations: { nodes: [] } }), 'drop']);
  await expect(first.platform.startBackfill(first.access, since)).rejects.toMatchObject({ kind: 'uncertain' });
  const { query } = Started.parse(first.asked().at(-1)?.variables);
  const running = { id: 'gid://shopify/BulkOperation/7', status: 'RUNNING', query };
  const other = { ...running, id: 'gid://shopify/BulkOperation/8', query: query.replace('2026-09-21', '2026-09-20') };
  const ended = { ...running, id: 'gid://shopify/BulkOperation/9', status: 'COMPLETED' };
  const { platform, access, asked } = await aPlatform([data({ bulkOperations: { nodes: [ended, other, running] } })]);
  expect(await platform.startBackfill(access, since)).toEqual({ operationId: running.id });
  expect(asked().map(({ operationName }) => operationName)).toEqual(['RecentBulks']);
});

test.each([
  [
    { status: 'RUNNING', errorCode: null, rootObjectCount: '12', url: null, partialDataUrl: null },
    { state: 'running', orders: 12 },
  ],
  [
    { status: 'COMPLETED', errorCode: null, rootObjectCount: '12', url: 'https://x', partialDataUrl: null },
    { state: 'done', orders: 12, file: { url: 'https://x', isPart: false } },
  ],
  [
    { status: 'COMPLETED', errorCode: null, rootObjectCount: '0', url: null, partialDataUrl: null },
    { state: 'done', orders: 0, file: undefined },
  ],
  [
    { status: 'FAILED', errorCode: 'TIMEOUT', rootObjectCount: '1', url: null, partialDataUrl: 'https://part' },
    { state: 'failed', reason: 'TIMEOUT', file: { url: 'https://part', isPart: true } },
  ],
  [
    { status: 'EXPIRED', errorCode: null, rootObjectCount: '1', url: null, partialDataUrl: null },
    { state: 'failed', reason: 'EXPIRED', file: undefined },
  ],
  [null, { state: 'failed', reason: 'The export is unknown to Shopify.', file: undefined }],
])('the export %j is reported as %j', async (bulkOperation, expected) => {
  const { platform, access } = await aPlatform([data({ bulkOperation })]);
  expect(await platform.backfillState(access, 'gid://shopify/BulkOperation/1')).toEqual(expected);
});

test('webhooks: right ones stay, strays and doubles go, missing ones come', async () => {
  const uri = 'https://app.example/webhooks/shopify';
  const nodes = [
    { id: 'w1', topic: 'ORDERS_CREATE', uri, format: 'JSON' },
    { id: 'w2', topic: 'ORDERS_CREATE', uri, format: 'JSON' },
    { id: 'w3', topic: 'ORDERS_UPDATED', uri: 'https://old.example', format: 'JSON' },
    { id: 'w4', topic: 'PRODUCTS_CREATE', uri, format: 'JSON' },
  ];
  const answer = (received: Received): Reply => {
    const { operationName } = Asked.parse(JSON.parse(received.body));
    if (operationName === 'WebhookList') return data({ webhookSubscriptions: { nodes, pageInfo: lastPage } });
    if (operationName === 'DeleteWebhook') return data({ webhookSubscriptionDelete: { userErrors: [] } });
    const userErrors = [{ field: null, message: 'Address for this topic has already been taken' }];
    return data({ webhookSubscriptionCreate: { userErrors } });
  };
  const { platform, access, asked } = await aPlatform([answer]);
  await platform.reconcileWebhooks(access, uri);
  const calls = (name: string) => asked().filter(({ operationName }) => operationName === name);
  expect(calls('DeleteWebhook').map(({ variables }) => variables.id)).toEqual(['w2', 'w3', 'w4']);
  expect(calls('CreateWebhook').map(({ variables }) => variables.topic)).toEqual(
    webhookTopics.filter((topic) => topic !== 'ORDERS_CREATE'),
  );
});

test('no tags, no call', async () => {
  const { platform, access, asked } = await aPlatform([]);
  await platform.addTags(access, '9', []);
  await platform.removeTags(access, '9', []);
  expect(asked()).toEqual([]);
});

test('an order’s page in the real admin is found by store and number', () => {
  const platform = createShopifyPlatform(createShopify({ clientId: 'c', clientSecret: 's' }));
  expect(platform.orderAdminUrl('demo-store.myshopify.com', '9')).toBe(
    'https://admin.shopify.com/store/demo-store/orders/9',
  );
});

async function aPlatform(replies: Parameters<typeof aStore>[0]) {
  const { platform, access, received } = await aStore(replies);
  const asked = () => received.map(({ body }) => Asked.parse(JSON.parse(body)));
  return { platform, access, asked };
}

function data(value: unknown): Reply {
  return { body: { data: value } };
}

const Started = z.object({ query: z.string() });
const Asked = z.object({ operationName: z.string(), variables: z.record(z.string(), z.unknown()) });
