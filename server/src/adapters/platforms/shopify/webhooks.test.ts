import { expect, test } from 'vitest';
import { readWebhookHeaders, readWebhookContent } from './webhooks.ts';

const headers = {
  'x-shopify-topic': 'orders/updated',
  'x-shopify-webhook-id': 'b1e2',
  'x-shopify-event-id': 'e9',
  'x-shopify-shop-domain': 'demo-store.myshopify.com',
  'x-shopify-triggered-at': '2026-11-20T10:00:00.123456789Z',
  'x-shopify-hmac-sha256': 'c2lnbmVk',
  'x-shopify-api-version': '2026-10',
};

test('the headers tell what happened where', () => {
  expect(readWebhookHeaders(headers)).toEqual({
    topic: 'orders/updated',
    webhookId: 'b1e2',
    domain: 'demo-store.myshopify.com',
    signature: 'c2lnbmVk',
    triggeredAt: new Date('2026-11-20T10:00:00.123Z'),
  });
});

test.each(['x-shopify-topic', 'x-shopify-webhook-id', 'x-shopify-shop-domain', 'x-shopify-hmac-sha256'])(
  'a delivery without %s is none',
  (name) => {
    expect(readWebhookHeaders({ ...headers, [name]: undefined })).toBeUndefined();
  },
);

test('a delivery from a foreign host is none', () => {
  expect(readWebhookHeaders({ ...headers, 'x-shopify-shop-domain': 'evil.example' })).toBeUndefined();
});

test('a moment that cannot be read is left out', () => {
  expect(readWebhookHeaders({ ...headers, 'x-shopify-triggered-at': 'soon' })?.triggeredAt).toBeUndefined();
});

test.each([
  ['orders/create', { id: 820982911946154500, admin_graphql_api_id: 'gid://shopify/Order/1' }, []],
  ['orders/updated', { id: 5678901234 }, ['5678901234']],
  ['orders/delete', { id: 5678901234 }, ['5678901234']],
  ['fulfillments/create', { id: 99, order_id: 5678901234 }, ['5678901234']],
  ['fulfillments/update', { id: 99, order_id: null }, []],
  ['app/uninstalled', { id: 548380009, myshopify_domain: 'demo-store.myshopify.com' }, []],
  ['orders/updated', { id: 'not a number' }, []],
  ['orders/updated', 'not an object', []],
])('%s with %j concerns the orders %j', (topic, payload, ids) => {
  expect(readWebhookContent(topic, payload).platformOrderIds).toEqual(ids);
});

test('an ended export names its operation', () => {
  const payload = { admin_graphql_api_id: 'gid://shopify/BulkOperation/7', status: 'completed' };
  expect(readWebhookContent('bulk_operations/finish', payload).backfillOperationId).toBe(
    'gid://shopify/BulkOperation/7',
  );
  expect(readWebhookContent('orders/updated', payload).backfillOperationId).toBeUndefined();
});

test('the store named in the body is returned, to be compared with the header', () => {
  expect(readWebhookContent('app/uninstalled', { myshopify_domain: 'a.myshopify.com' }).domain).toBe('a.myshopify.com');
  expect(readWebhookContent('shop/redact', { shop_domain: 'a.myshopify.com' }).domain).toBe('a.myshopify.com');
});

test('a request for the data of a customer names the orders', () => {
  const payload = { shop_domain: 'a.myshopify.com', orders_requested: [1, '2'] };
  expect(readWebhookContent('customers/data_request', payload).ordersRequested).toEqual(['1', '2']);
  expect(readWebhookContent('orders/updated', payload).ordersRequested).toEqual([]);
});

test('a request to forget a customer names the orders', () => {
  const payload = { shop_domain: 'a.myshopify.com', orders_to_redact: [1, 2] };
  expect(readWebhookContent('customers/redact', payload).ordersToRedact).toEqual(['1', '2']);
});
