import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

type Order = { id: string; name: string };

async function returned(trackingNumber: string): Promise<void> {
  await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'returned' });
  const { body } = await server.call('GET', `track-order/${trackingNumber}`, { token: shop.token });
  expect(body.order).toMatchObject({ status: 'RTS', final: true });
}
const sendAgain = (order: Order, changes = {}): Promise<Answer> => shop.bookAnyway(order, 'LEOPARD', changes);

it('an order of a returned parcel can be sent again after the courier refused the first attempt', async () => {
  const order = await shop.newOrder();
  await returned((await shop.book(order, 'LEOPARD')).body.data.trackingNumber);
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  expect((await sendAgain(order)).body.errors[0].code).toBe('courier-rejected');
  // Still locked by the returned parcel, as before the attempt.
  expect((await shop.book(order, 'LEOPARD')).body.errors[0]).toMatchObject({
    code: 'order-already-booked',
    detail: { returned: true },
  });
  expect((await sendAgain(order)).body.message).toBe('Order has been booked and fulfilled');
});

it('an order of a returned parcel can be sent again alone, and leaves the other orders of a merge to be sent later', async () => {
  const address = {
    firstName: 'Hina',
    lastName: 'Qureshi',
    address1: 'House 5, Street 9',
    address2: '',
    company: '',
  };
  const [first, second] = [await shop.newOrder({ address }), await shop.newOrder({ address })];
  const { ordersData } = (
    await server.call('GET', `get-orders-from-shopify?id=${first.id},${second.id}`, { token: shop.token })
  ).body;
  const merged = await server.call('POST', 'book-orders', {
    token: shop.token,
    body: mergeFormOf(ordersData, await shop.form(first, 'LEOPARD')),
  });
  await returned(merged.body.data.trackingNumber);
  expect((await sendAgain(first)).body.message).toBe('Order has been booked and fulfilled');
  expect((await shop.book(second, 'LEOPARD')).body.errors[0]).toMatchObject({
    code: 'order-already-booked',
    detail: { returned: true },
  });
  expect((await sendAgain(second)).body.message).toBe('Order has been booked and fulfilled');
});
