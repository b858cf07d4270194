import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

test('when Shopify stops sharing customer data, booked orders do not count as changed and others can be booked', async () => {
  const booked = await shop.newOrder();
  const next = await shop.newOrder();
  await deliverWebhooks(server);
  expect((await shop.book(booked, 'LEOPARD')).status).toBe(200);
  await share(false);
  for (const { id } of [booked, next]) await server.sandbox.control(`orders/${id}`, { addTags: ['gift'] });
  await deliverWebhooks(server);
  const attention = await server.call('GET', 'shipments/attention', { token: shop.token });
  expect(attention.body.data).toEqual([]);
  expect((await shop.book(next, 'LEOPARD')).status).toBe(200);
});

test('an order that we only know without its customer says so, in the list, on its booking form and in batches', async () => {
  await share(false);
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const list = await server.call('GET', 'store-orders?tab=look', { token: shop.token });
  expect(list.body.data).toMatchObject([{ order_name: order.name, problems: ['customer-withheld'] }]);
  const form = await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  expect(form.body.orderData.problems).toEqual(['customer-withheld']);
  const created = await server.call('POST', 'batches', { token: shop.token, body: { order_ids: [order.id] } });
  const sheet = await server.call('GET', `batches/${created.body.data.id}`, { token: shop.token });
  expect(sheet.body.rows[0].issues).toContainEqual(
    expect.objectContaining({
      code: 'name-missing',
      msg: 'Consignee name is required. Shopify sent us no name, phone or address for this order',
    }),
  );
  await share(true);
  await server.sandbox.control(`orders/${order.id}`, { addTags: ['gift'] });
  await deliverWebhooks(server);
  const ready = await server.call('GET', 'store-orders?tab=ready', { token: shop.token });
  expect(ready.body.data).toMatchObject([{ order_name: order.name, problems: [] }]);
});

test('customer data that Shopify shares later is no change of the orders that were booked without it', async () => {
  const { destination_city } = await shop.form(await shop.newOrder(), 'LEOPARD');
  await share(false);
  const order = await shop.newOrder();
  await deliverWebhooks(server);
  const { orderData } = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body;
  const body = {
    ...{
      tracking_account: shop.accounts.LEOPARD,
      order_id: order.id,
      order_name: order.name,
      version: orderData.version,
    },
    ...{ pieces: 1, weight: 500, cod_amount: orderData.cod_amount, products_list: orderData.products_list },
    ...{ consignee_name: 'Typed Name', consignee_phone: '03450000000', consignee_address: 'Typed address' },
    ...{ consignee_email: '', city: '', destination_city },
  };
  const booked = await server.call('POST', 'book-order', { token: shop.token, body });
  expect(booked.status).toBe(200);
  await share(true);
  await server.sandbox.control(`orders/${order.id}`, { addTags: ['gift'] });
  await deliverWebhooks(server);
  const cases = async () => (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data;
  expect(await cases()).toEqual([]);
  await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Cap', price: 400 } });
  await deliverWebhooks(server);
  const fields = (await cases()).flatMap(({ changes }: { changes: { field: string }[] }) => changes);
  expect(fields.map(({ field }: { field: string }) => field)).toEqual(['Amount to collect', 'Items']);
});

function share(customerDataApproved: boolean) {
  return server.sandbox.control(`shops/${shop.domain}`, { settings: { customerDataApproved } });
}
