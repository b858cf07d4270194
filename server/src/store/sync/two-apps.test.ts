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
  expect(await shop.fulfilments()).toMatchObject([{ tracking_number: 'OTHERAPP1', status: 'SUCCESS' }]);
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  expect(body.data.map(({ kind, order_name }: Record<string, string>) => [kind, order_name])).toEqual([
    ['store-conflict', order.name],
  ]);
  expect(body.data[0].what_happened).toContain('OTHERAPP1');
});
