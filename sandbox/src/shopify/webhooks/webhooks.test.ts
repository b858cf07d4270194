import crypto from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reference } from '../graphql/reference/reference.ts';
import type { WebhookReceiver, TestStore } from '../../testing/shopify-test-store.ts';
import { openWebhookReceiver, openTestStore, shop } from '../../testing/shopify-test-store.ts';

let store: TestStore;
let receiver: WebhookReceiver;

beforeEach(async () => {
  store = await openTestStore();
  receiver = await openWebhookReceiver();
});

afterEach(async () => {
  await store.close();
  await receiver.close();
});

async function subscribe(...topics: string[]): Promise<void> {
  for (const topic of topics) {
    const answer = await store.graphql(reference('CreateWebhook'), { topic, input: { uri: receiver.url } });
    expect(answer.data?.['webhookSubscriptionCreate'].userErrors).toEqual([]);
  }
}

test('a delivery is signed over its raw body and carries every header', async () => {
  await subscribe('ORDERS_CREATE');
  const order = await store.order();
  const { headers, body } = await receiver.next('orders/create');
  expect(headers['x-shopify-hmac-sha256']).toBe(
    crypto.createHmac('sha256', 'sandbox-secret').update(body).digest('base64'),
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-shopify-shop-domain': shop,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-triggered-at': expect.stringMatching(/^20\d\d-/),
  });
  expect(JSON.parse(body)).toMatchObject({ id: Number(order.id), admin_graphql_api_id: order.gid, name: order.name });
});

test('every change that the app must know of sends a webhook', async () => {
  await subscribe(
    'ORDERS_UPDATED',
    'ORDERS_CANCELLED',
    'FULFILLMENTS_CREATE',
    'FULFILLMENTS_UPDATE',
    'APP_UNINSTALLED',
    'SHOP_UPDATE',
  );
  const order = await store.order();
  await store.post(`/_control/orders/${order.id}`, { outstanding: 100 });
  expect(JSON.parse((await receiver.next('orders/updated')).body)).toMatchObject({ total_outstanding: '100.00' });
  await store.post(`/_control/orders/${order.id}`, { fulfill: { number: 'CN7', company: 'TCS' } });
  expect(JSON.parse((await receiver.next('fulfillments/create')).body)).toMatchObject({
    order_id: Number(order.id),
    status: 'success',
    tracking_company: 'TCS',
    tracking_numbers: ['CN7'],
  });
  await store.post(`/_control/orders/${order.id}`, { cancelFulfillments: true });
  expect(JSON.parse((await receiver.next('fulfillments/update')).body)).toMatchObject({ status: 'cancelled' });
  await store.post(`/_control/orders/${order.id}`, { cancel: 'FRAUD' });
  expect(JSON.parse((await receiver.next('orders/cancelled')).body)).toMatchObject({ cancel_reason: 'fraud' });
  await store.post(`/_control/shops/${shop}`, { name: 'Renamed store' });
  expect(JSON.parse((await receiver.next('shop/update')).body)).toMatchObject({ name: 'Renamed store' });
  await store.post(`/_control/shops/${shop}`, { uninstall: true });
  expect(JSON.parse((await receiver.next('app/uninstalled')).body)).toMatchObject({ myshopify_domain: shop });
});

test('compliance requests come without any subscription', async () => {
  await store.post('/_control/app', { appUrl: receiver.url.replace('/webhooks/shopify', '') });
  const order = await store.order({ email: 'buyer@mail.example' });
  await store.post(`/_control/shops/${shop}`, { compliance: 'customers/redact' });
  expect(JSON.parse((await receiver.next('customers/redact')).body)).toMatchObject({
    shop_domain: shop,
    customer: { email: 'buyer@mail.example' },
    orders_to_redact: [Number(order.id)],
  });
});

test('a failed delivery is retried with the same body', async () => {
  await subscribe('ORDERS_CREATE');
  receiver.answer(500);
  await store.order();
  const first = await receiver.next('orders/create');
  receiver.answer(200);
  const second = await receiver.next('orders/create');
  expect(second.body).toBe(first.body);
  expect(second.headers['x-shopify-webhook-id']).toBe(first.headers['x-shopify-webhook-id']);
});

test('waiting deliveries survive a restart', async () => {
  await subscribe('ORDERS_CREATE');
  receiver.answer(500);
  const order = await store.order();
  await receiver.next('orders/create');
  await store.restart();
  receiver.answer(200);
  await store.post('/_control/webhooks/deliver');
  expect(JSON.parse((await receiver.next('orders/create')).body)).toMatchObject({ name: order.name });
});

test('one fault delivers twice, another loses the answer', async () => {
  await subscribe('ORDERS_CREATE');
  await store.post('/_control/faults', { target: 'webhooks', kind: 'duplicate-webhook' });
  await store.order();
  const first = await receiver.next('orders/create');
  const second = await receiver.next('orders/create');
  expect(second.body).toBe(first.body);
  await store.post('/_control/faults', { clear: true, rules: [{ target: 'webhooks', kind: 'lose-answer', times: 1 }] });
  const order = await store.order();
  const heard = [await receiver.next('orders/create'), await receiver.next('orders/create')];
  expect(heard.map((entry) => JSON.parse(entry.body).name)).toEqual([order.name, order.name]);
});

test('plain HTTP to other machines, Shopify itself and an empty address are refused', async () => {
  for (const [uri, message] of [
    ['http://app.example.com/hooks', 'Address protocol http:// is not supported'],
    ['https://demo-store.myshopify.com/hooks', 'Address cannot be a Shopify or an internal domain'],
    ['nonsense', 'Address is invalid'],
    ['', "Address can't be blank"],
  ]) {
    const answer = await store.graphql(reference('CreateWebhook'), { topic: 'ORDERS_CREATE', input: { uri } });
    expect(answer.data?.['webhookSubscriptionCreate'].userErrors).toEqual([
      { field: ['webhookSubscription', 'callbackUrl'], message },
    ]);
  }
});
