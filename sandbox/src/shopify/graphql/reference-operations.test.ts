import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkOrdersQuery, reference, referenceNames } from './reference/reference.ts';
import type { GraphqlAnswer, WebhookReceiver, TestOrder, TestStore } from '../../testing/shopify-test-store.ts';
import { openWebhookReceiver, openTestStore } from '../../testing/shopify-test-store.ts';

let store: TestStore;
let receiver: WebhookReceiver;
let order: TestOrder;

beforeEach(async () => {
  store = await openTestStore();
  receiver = await openWebhookReceiver();
  order = await store.order({ payment: 'cod', lines: [{ title: 'Kurta', price: 2490, quantity: 2 }], shipping: 200 });
});

afterEach(async () => {
  await store.close();
  await receiver.close();
});

async function run(name: string, variables: object = {}): Promise<NonNullable<GraphqlAnswer['data']>> {
  const answer = await store.graphql(reference(name), variables);
  expect(answer.errors, name).toBeUndefined();
  expect(answer.extensions?.cost?.requestedQueryCost, name).toBeLessThanOrEqual(1000);
  if (!answer.data) throw new Error(`${name} answered no data`);
  return answer.data;
}

test('the shop, its orders and their lines can be read', async () => {
  const { shop } = await run('ShopInfo');
  expect(shop).toMatchObject({
    myshopifyDomain: 'demo-store.myshopify.com',
    currencyCode: 'PKR',
    ianaTimezone: 'Asia/Karachi',
  });

  const page = await run('OrdersPage', { first: 25, query: "updated_at:>='2020-01-01T00:00:00Z'" });
  expect(page['orders'].nodes).toHaveLength(1);
  const [node] = page['orders'].nodes;
  expect(node).toMatchObject({
    id: order.gid,
    displayFinancialStatus: 'PENDING',
    paymentGatewayNames: ['Cash on Delivery (COD)'],
    totalPriceSet: { shopMoney: { amount: '5180.0', currencyCode: 'PKR' } },
    totalOutstandingSet: { shopMoney: { amount: '5180.0' } },
    totalShippingPriceSet: { shopMoney: { amount: '200.0' } },
  });
  expect(node.lineItems.nodes[0].image.url).toMatch(new RegExp(`^${store.url}/shopify/images/`));

  const { nodes } = await run('OrdersByIds', { ids: [order.gid, 'gid://shopify/Order/1'] });
  expect(nodes[0]).toMatchObject({ __typename: 'Order', name: order.name });
  expect(nodes[1]).toBeNull();
  const lines = await run('OrderLineItemsPage', { id: order.gid, after: node.lineItems.pageInfo.endCursor });
  expect(lines['order'].lineItems.nodes).toEqual([]);
});

test('a fulfilment is made, gets tracking and events, and is cancelled', async () => {
  const before = await run('OrderFulfillmentState', { id: order.gid });
  const [open] = before['order'].fulfillmentOrders.nodes;
  expect(open).toMatchObject({ status: 'OPEN', requestStatus: 'UNSUBMITTED' });
  expect(open.supportedActions).toContainEqual({ action: 'CREATE_FULFILLMENT' });

  const { fulfillmentCreate } = await run('CreateFulfillment', {
    fulfillment: {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open.id }],
      trackingInfo: { company: 'Leopards Courier', number: 'LE1', url: 'https://example.test/LE1' },
      notifyCustomer: true,
    },
  });
  expect(fulfillmentCreate).toMatchObject({
    userErrors: [],
    fulfillment: {
      status: 'SUCCESS',
      displayStatus: 'FULFILLED',
      trackingInfo: [{ number: 'LE1', company: 'Leopards Courier' }],
    },
  });
  const { id } = fulfillmentCreate.fulfillment;
  const { fulfillmentTrackingInfoUpdate } = await run('UpdateTracking', {
    fulfillmentId: id,
    tracking: { number: 'LE2', company: 'Leopards Courier' },
    notify: false,
  });
  expect(fulfillmentTrackingInfoUpdate.fulfillment.trackingInfo).toEqual([
    { number: 'LE2', company: 'Leopards Courier', url: null },
  ]);
  const { fulfillmentEventCreate } = await run('CreateFulfillmentEvent', {
    event: { fulfillmentId: id, status: 'IN_TRANSIT' },
  });
  expect(fulfillmentEventCreate).toMatchObject({ userErrors: [], fulfillmentEvent: { status: 'IN_TRANSIT' } });
  const { fulfillmentCancel } = await run('CancelFulfillment', { id });
  expect(fulfillmentCancel).toMatchObject({
    userErrors: [],
    fulfillment: { status: 'CANCELLED', displayStatus: 'CANCELED' },
  });
});

test('tags come and go, and an order is marked as paid', async () => {
  const { tagsAdd } = await run('AddTags', { id: order.gid, tags: ['b, a', 'B'] });
  expect(tagsAdd).toMatchObject({ node: { tags: expect.arrayContaining(['a', 'b']) }, userErrors: [] });
  const { tagsRemove } = await run('RemoveTags', { id: order.gid, tags: ['A'] });
  expect(tagsRemove.node.tags).not.toContain('a');
  const { orderMarkAsPaid } = await run('MarkOrderPaid', { input: { id: order.gid } });
  expect(orderMarkAsPaid).toMatchObject({
    order: {
      displayFinancialStatus: 'PAID',
      canMarkAsPaid: false,
      totalOutstandingSet: { shopMoney: { amount: '0.0' } },
    },
    userErrors: [],
  });
  const again = await run('MarkOrderPaid', { input: { id: order.gid } });
  expect(again['orderMarkAsPaid'].userErrors).toEqual([{ field: ['id'], message: 'Order cannot be marked as paid.' }]);
});

test('webhook subscriptions are made, listed, changed and deleted', async () => {
  const input = { uri: receiver.url, format: 'JSON' };
  const { webhookSubscriptionCreate: made } = await run('CreateWebhook', { topic: 'ORDERS_CREATE', input });
  expect(made).toMatchObject({ userErrors: [], webhookSubscription: { topic: 'ORDERS_CREATE', uri: receiver.url } });
  const taken = await run('CreateWebhook', { topic: 'ORDERS_CREATE', input });
  expect(taken['webhookSubscriptionCreate'].userErrors).toEqual([
    { field: ['webhookSubscription', 'callbackUrl'], message: 'Address for this topic has already been taken' },
  ]);
  const { id } = made.webhookSubscription;
  const { webhookSubscriptions } = await run('WebhookList', { first: 50 });
  expect(webhookSubscriptions.nodes).toMatchObject([{ id, apiVersion: { handle: '2026-10', supported: true } }]);
  const { webhookSubscriptionUpdate } = await run('UpdateWebhook', { id, input: { uri: `${receiver.url}?moved` } });
  expect(webhookSubscriptionUpdate.webhookSubscription.uri).toBe(`${receiver.url}?moved`);
  const { webhookSubscriptionDelete } = await run('DeleteWebhook', { id });
  expect(webhookSubscriptionDelete).toMatchObject({ deletedWebhookSubscriptionId: id, userErrors: [] });
});

test('a bulk operation writes the orders and their lines to a file', async () => {
  await run('CreateWebhook', { topic: 'BULK_OPERATIONS_FINISH', input: { uri: receiver.url } });
  const { bulkOperationRunQuery } = await run('StartBulk', { query: bulkOrdersQuery });
  expect(bulkOperationRunQuery).toMatchObject({ userErrors: [], bulkOperation: { status: 'CREATED' } });
  const { id } = bulkOperationRunQuery.bulkOperation;
  const finished = JSON.parse((await receiver.next('bulk_operations/finish')).body);
  expect(finished).toMatchObject({ admin_graphql_api_id: id, status: 'completed', error_code: null, type: 'query' });

  const { bulkOperation } = await run('BulkStatus', { id });
  expect(bulkOperation).toMatchObject({ status: 'COMPLETED', rootObjectCount: '1', objectCount: '3' });
  const text = await (await fetch(bulkOperation.url)).text();
  expect(text).toContain('gid:\\/\\/shopify');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows[0]).toMatchObject({ id: order.gid, name: order.name });
  expect(rows.slice(1).map((row) => row.__parentId)).toEqual([order.gid, order.gid]);
  const { bulkOperations } = await run('RunningBulks');
  expect(bulkOperations.nodes).toEqual([]);
  const { bulkOperationCancel } = await run('CancelBulk', { id });
  expect(bulkOperationCancel.bulkOperation.status).toBe('COMPLETED');
});

test('a subscription is requested, read and cancelled', async () => {
  const { appSubscriptionCreate } = await run('CreateSubscription', {
    name: 'Monthly',
    returnUrl: 'http://localhost:3000/dashboard/plans?ref=1',
    test: true,
    lineItems: [
      {
        plan: {
          appRecurringPricingDetails: { interval: 'EVERY_30_DAYS', price: { amount: '10.00', currencyCode: 'USD' } },
        },
      },
    ],
  });
  expect(appSubscriptionCreate).toMatchObject({ userErrors: [], appSubscription: { status: 'PENDING', test: true } });
  const approval = await fetch(appSubscriptionCreate.confirmationUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'approve' }),
  });
  const back = new URL(approval.headers.get('location') ?? '');
  const { id } = appSubscriptionCreate.appSubscription;
  expect(`gid://shopify/AppSubscription/${back.searchParams.get('charge_id')}`).toBe(id);
  const { currentAppInstallation } = await run('Installation');
  expect(currentAppInstallation.activeSubscriptions).toMatchObject([
    {
      id,
      status: 'ACTIVE',
      lineItems: [{ plan: { pricingDetails: { price: { amount: '10.0', currencyCode: 'USD' } } } }],
    },
  ]);
  expect((await run('SubscriptionById', { id }))['node']).toMatchObject({ status: 'ACTIVE', name: 'Monthly' });
  const { appSubscriptionCancel } = await run('CancelSubscription', { id });
  expect(appSubscriptionCancel).toMatchObject({ userErrors: [], appSubscription: { status: 'CANCELLED' } });
});

test('the app uninstalls itself, which ends its token', async () => {
  const { appUninstall } = await run('UninstallSelf');
  expect(appUninstall).toMatchObject({ userErrors: [] });
  await expect(store.graphql('{ shop { id } }')).rejects.toThrow('HTTP 401');
});

test('each operation of the reference is used here', () => {
  const tests = readFileSync(import.meta.filename, 'utf8');
  expect(referenceNames.filter((name) => !tests.includes(`run('${name}'`))).toEqual([]);
});
