import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

test('an order that another app fulfils while we do has one fulfilment, and a case says which number the store shows', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const { rules } = (await server.sandbox.control('faults', [
    { target: 'shopify', operation: 'fulfillmentCreate', kind: 'delay', delayMs: 2_500, times: 1 },
  ])) as { rules: { id: string }[] };
  const booking = shop.book(order, 'LEOPARD');
  await vi.waitFor(async () => {
    const { hits } = (await server.sandbox.control('faults')) as { hits: Record<string, number> };
    expect(hits[rules[0]?.id ?? '']).toBe(1);
  }, 30_000);
  await server.sandbox.control(`orders/${order.id}`, { fulfill: { number: 'OTHERAPP1', company: 'Other' } });
  expect((await booking).status).toBe(200);
  await server.work('store-updates');
  const fulfilments = (await shop.fulfilments()).filter((one) => one.order_name === order.name);
  expect(fulfilments).toMatchObject([{ tracking_number: 'OTHERAPP1', status: 'SUCCESS' }]);
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  expect(body.data.map(({ kind, order_name }: Record<string, string>) => [kind, order_name])).toEqual([
    ['store-conflict', order.name],
  ]);
  expect(body.data[0].what_happened).toContain('OTHERAPP1');
});

test('a payment reaches the store although another app fulfilled the order, and opens no case again that a person dismissed', async () => {
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  const { id, trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control('faults', { clear: true });
  await server.sandbox.control(`orders/${order.id}`, { fulfill: { number: 'OTHERAPP2', company: 'Other' } });
  server.clock.advance(60_000);
  await server.work('store-updates');
  const conflicts = async (): Promise<{ id: string }[]> =>
    (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data.filter(
      (one: { kind: string; order_name: string }) => one.kind === 'store-conflict' && one.order_name === order.name,
    );
  const [conflict] = await conflicts();
  const dismissed = await server.call('POST', `shipments/${id}/resolution`, {
    token: shop.token,
    body: { dismiss: conflict?.id },
  });
  expect(dismissed.status).toBe(200);

  const settings = { free_shipping_value: 0, default_weight: 100, show_discount: false, mark_paid_in_store: true };
  await server.call('POST', 'store/default-settings', { token: shop.token, body: settings });
  const ordersData = [{ tracking_number: trackingNumber, payment_status: 'PAID' }];
  const body = { ordersData, include_contradicting: true };
  expect((await server.call('POST', 'import-orders', { token: shop.token, body })).status).toBe(200);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500', times: 3 });
  await server.work('store-updates');
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60_000);
  await server.work('store-updates');
  expect(await server.sandbox.control(`orders/${order.id}`)).toMatchObject({ financial_status: 'PAID' });
  expect(await conflicts()).toEqual([]);
  const { shipment } = (await server.call('GET', `track-order/${trackingNumber}?stored=true`, { token: shop.token }))
    .body;
  const paid = shipment.history.filter(({ what }: { what: string }) => what === 'Paid on Shopify.');
  expect(paid).toHaveLength(1);
});
