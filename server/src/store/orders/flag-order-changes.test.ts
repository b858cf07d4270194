import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };

async function change(order: Order, changes: Record<string, unknown>): Promise<void> {
  await server.sandbox.control(`orders/${order.id}`, changes);
  await deliverWebhooks(server);
}

/** What the open case of the parcel lists: `field: was -> now`. Undefined without a case. */
async function listed(shipmentId: string): Promise<string[] | undefined> {
  const { body } = await server.call('GET', 'shipments/attention?limit=200', { token: shop.token });
  const found = body.data.find((one: { shipment_id: string }) => one.shipment_id === shipmentId);
  return found?.changes.map(({ field, was, now }: Record<string, string>) => `${field}: ${was} -> ${now}`);
}

const address = {
  firstName: 'Hina',
  lastName: 'Qureshi',
  address1: 'House 5',
  address2: '',
  company: '',
  city: 'Lahore',
};

test('a merged parcel lists what is different of all its orders, by name, until nothing is left', async () => {
  const [one, other] = [await shop.newOrder({ address }), await shop.newOrder({ address })];
  const ids = encodeURIComponent(`${one.id},${other.id}`);
  const { ordersData } = (await server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token })).body;
  const form = mergeFormOf(ordersData, await shop.form(one, 'LEOPARD'));
  const { body } = await server.call('POST', 'book-orders', { token: shop.token, body: form });
  await server.work('store-updates');
  await deliverWebhooks(server);

  await server.sandbox.control(`orders/${other.id}`, { cancelFulfillments: true });
  await change(other, { cancel: true });
  const cancelled = expect.stringContaining(`${other.name}: Order: open -> cancelled in the store`);
  expect(await listed(body.data.id)).toContainEqual(cancelled);

  await change(one, { address: { address1: 'House 99' } });
  expect(await listed(body.data.id)).toEqual(
    expect.arrayContaining([cancelled, `${one.name}: Address: House 5 -> House 99`]),
  );

  await change(one, { address: { address1: 'House 5' } });
  const left = await listed(body.data.id);
  expect(left).toContainEqual(cancelled);
  expect(left?.filter((words) => words.includes('Address'))).toEqual([]);
});

test('a cancelled order stays in the case, whatever else changes and is put back', async () => {
  const order = await shop.newOrder({ address, payment: 'paid' });
  const { id } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.work('store-updates');
  await deliverWebhooks(server);
  await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
  await change(order, { cancel: true });
  await change(order, { address: { address1: 'House 99' } });
  await change(order, { address: { address1: 'House 5' } });
  expect(await listed(id)).toContainEqual('Order: open -> cancelled in the store');
});

test('a change that is put back closes the case', async () => {
  const order = await shop.newOrder({ address });
  const { id } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.work('store-updates');
  await deliverWebhooks(server);
  await change(order, { address: { address1: 'House 99' } });
  expect(await listed(id)).toEqual(['Address: House 5 -> House 99']);
  await change(order, { address: { address1: 'House 5' } });
  expect(await listed(id)).toBeUndefined();
});

test('an amount in another currency is written in it, before the booking and after it', async () => {
  const lines = [{ title: 'Shirt', price: 19.5 }];
  const order = await shop.newOrder({ address, lines, currency: 'USD' });
  const changed = { cod_amount: 3000 };
  const form = await shop.form(order, 'LEOPARD', changed);
  await change(order, { addLine: { title: 'Ring', price: 10 } });
  const refused = await server.call('POST', 'book-order', { token: shop.token, body: form });
  expect(refused.body.errors[0].detail.changes).toContainEqual({
    ...{ field: 'Amount to collect', was: 'USD 19.50', now: 'USD 29.50' },
  });

  const { id } = (await shop.bookAnyway(order, 'LEOPARD', changed)).body.data;
  await server.work('store-updates');
  await change(order, { addLine: { title: 'Belt', price: 5 } });
  const words = 'Amount to collect: USD 29.50 -> USD 34.50';
  expect(await listed(id)).toContain(words);
  // The copy of a booking from before we kept the currency.
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment_order')
      .set({ store_copy: sql`store_copy - 'currency'` })
      .where('shipment_id', '=', id)
      .execute(),
  );
  await change(order, { address: { address1: 'House 99' } });
  expect(await listed(id)).toEqual(expect.arrayContaining([words, 'Address: House 5 -> House 99']));
});

test('an order that was booked in decorated letters is not changed because we read plain ones now', async () => {
  const order = await shop.newOrder({ address });
  const { id } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.work('store-updates');
  await deliverWebhooks(server);
  const written = { customer_name: '𝓗𝓲𝓷𝓪 Qureshi', address: 'House ５' };
  await withShop(server.context.db, shop.shopId, async (trx) => {
    await trx
      .updateTable('store_order')
      .set(written)
      .where('shop_id', '=', shop.shopId)
      .where('name', '=', order.name)
      .execute();
    await trx
      .updateTable('shipment_order')
      .set({
        store_copy: sql`store_copy || jsonb_build_object('name', ${written.customer_name}::text, 'address', ${written.address}::text)`,
      })
      .where('shop_id', '=', shop.shopId)
      .where('shipment_id', '=', id)
      .execute();
  });
  await change(order, { address: { firstName: '𝓗𝓲𝓷𝓪', address1: 'House ５' }, addTags: ['vip'] });
  expect(await listed(id)).toBeUndefined();
  await change(order, { address: { address1: 'House ６' } });
  expect(await listed(id)).toEqual(['Address: House ５ -> House 6']);
});

test('a booked order that is picked up or for local delivery is not changed because we fulfilled it', async () => {
  for (const deliveryMethod of ['PICK_UP', 'LOCAL']) {
    const order = await shop.newOrder({ address });
    await server.sandbox.control(`orders/${order.id}`, { part: { deliveryMethod } });
    const { id } = (await shop.bookAnyway(order, 'LEOPARD')).body.data;
    await server.work('store-updates');
    await deliverWebhooks(server);
    expect(await listed(id), deliveryMethod).toBeUndefined();
    await change(order, { financialStatus: 'REFUNDED' });
    expect(await listed(id), deliveryMethod).toEqual([expect.stringContaining('Status: ')]);
  }
});
