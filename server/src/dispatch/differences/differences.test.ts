import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop } from '../../testing/factories.ts';
import { storeOrders } from '../../testing/installed-store.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aComparedShop, differencesOf, startAfterTheNight } from './differences.testing.ts';

let server: TestServer;
let shop: BookableShop;
let at: ReturnType<typeof differencesOf>;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aComparedShop(server);
  startAfterTheNight(server);
  at = differencesOf(server, shop);
});
/** Dismisses what a test leaves open, so that the lists of the next one are without it. */
afterEach(async () => {
  const { data } = await at.list('?limit=200');
  const body = { ids: data.map(({ id }: { id: string }) => id), reason: 'Of another test' };
  if (data.length > 0)
    expect((await server.call('POST', 'difference-dismissals', { token: shop.token, body })).status).toBe(200);
});
afterAll(() => server?.close());

const numbersInStore = async (order: { id: string }): Promise<string[]> =>
  (await at.inStore(order)).fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .flatMap(({ tracking }) => tracking.flatMap(({ number }) => number ?? []));

const markPaid = ({ shipmentId }: { shipmentId: string }) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ payment_status: 'PAID' }).where('id', '=', shipmentId).execute(),
  );

describe('a comparison finds, and one click repairs', () => {
  it('nothing, when the store, the couriers and we agree', async () => {
    await at.booked();
    expect(await at.compare()).toEqual([]);
    const { comparison } = await at.list();
    expect(comparison).toMatchObject({
      running: null,
      problems: [],
      finished_at: server.clock.now.toISOString(),
      listed_couriers: ['Leopards', 'PostEx'],
      unlisted_couriers: ['M&P', 'TCS'],
    });
  });

  it('a booked order that was cancelled in the store: the booking is cancelled', async () => {
    const order = await at.booked();
    await at.change(order, { cancelFulfillments: true, cancel: true });
    await at.compare();
    const found = await at.find('cancelled-in-store', order.name);
    expect(found).toMatchObject({
      store_says: `${order.name} cancelled`,
      we_say: 'Fulfilled, COD Rs 2,450, unpaid',
      repair: 'cancel-booking',
      has_case: true,
      customer_name: expect.stringMatching(/\S/),
      store_url: expect.stringContaining(`/orders/${order.id}`),
    });
    const { body } = await at.repair([found?.id ?? '']);
    expect(body).toMatchObject({ started: 1, done: 1 });
    expect((await at.shipment(order.shipmentId)).status).toBe('CANCELLED');
    expect(await at.find('cancelled-in-store', order.name)).toBeUndefined();
    const [entry] = await at.journal();
    expect(entry).toMatchObject({
      what: `Cancel booking ${order.number}`,
      state: 'done',
      before: expect.stringContaining(`Store: ${order.name} cancelled. `),
      after: 'Order has been cancelled from courier and unfulfilled from shopify',
      asked_by: expect.stringMatching(/^Test User/),
    });
  });

  it('a booked order that was paid in the store', async () => {
    const order = await at.booked('POSTEX');
    await at.change(order, { paid: true });
    await at.compare();
    const found = await at.find('paid-in-store', order.name);
    expect(found).toMatchObject({
      store_says: `${order.name} paid, nothing left to collect`,
      repair: 'cancel-booking',
    });
    await at.repair([found?.id ?? '']);
    expect((await at.shipment(order.shipmentId)).status).toBe('CANCELLED');
  });

  it('a booked order that was changed in the store', async () => {
    const order = await at.booked();
    await at.change(order, { outstanding: 1200, address: { address1: 'House 9, Street 4' } });
    await at.compare();
    const found = await at.find('changed-in-store', order.name);
    expect(found?.store_says).toBe('Collect Rs 1,200, was Rs 2,450; Address changed');
    expect(found?.changes).toEqual([
      { field: 'Amount to collect', was: 'Rs 2,450', now: 'Rs 1,200' },
      { field: 'Address', was: expect.any(String), now: expect.stringContaining('House 9, Street 4') },
    ]);
    expect(found?.store_order_ids).toHaveLength(1);
    await at.repair([found?.id ?? '']);
    expect((await at.shipment(order.shipmentId)).status).toBe('CANCELLED');
  });

  /** The second parcel has a ring that was added to the order. */
  async function twoParcels() {
    const first = await at.booked('LEOPARD', { lines: [{ title: 'Shirt', price: 1500 }], shipping: 0 });
    await at.change(first, { addLine: { title: 'Ring', price: 900 } });
    const { body } = await shop.bookAnyway(first, 'LEOPARD');
    await server.work('store-updates');
    return { first, second: { shipmentId: String(body.data.id), number: String(body.data.trackingNumber) } };
  }

  it('an order is unchanged when what was added is in its second parcel', async () => {
    const { first } = await twoParcels();
    await at.compare();
    expect(await at.find('changed-in-store', first.name)).toBeUndefined();
    await at.change(first, { address: { address1: 'House 9, Street 4' } });
    await at.compare();
    expect((await at.find('changed-in-store', first.name))?.store_says).toBe('Address changed');
  });

  it('an order is unchanged when its courier has paid the parcel before we know that it arrived', async () => {
    const order = await at.booked();
    await markPaid(order);
    await at.change(order, { paid: true });
    await at.compare();
    expect(await at.find('paid-in-store', order.name)).toBeUndefined();
    const { body } = await server.call('GET', 'shipments/attention?limit=200', { token: shop.token });
    expect(body.data.filter((one: { shipment_id: string }) => one.shipment_id === order.shipmentId)).toEqual([]);
  });

  it('a second parcel on hold in the store is not fulfilled there, and the number of the first parcel is not a different one', async () => {
    const order = await at.booked('LEOPARD', { lines: [{ title: 'Shirt', price: 1500 }], shipping: 0 });
    await at.change(order, { addLine: { title: 'Ring', price: 900 } });
    await at.change(order, { hold: 'OTHER' });
    const { body } = await shop.bookAnyway(order, 'LEOPARD');
    await at.settle();
    await at.compare();
    expect(await at.find('number-differs', order.name)).toBeUndefined();
    expect(await at.find('unfulfilled-in-store', order.name)).toMatchObject({
      tracking_number: body.data.trackingNumber,
      store_says: `${order.name} not fulfilled`,
    });
  });

  it('a change of a merged parcel that a person dismissed in Needs attention is dismissed', async () => {
    const address = { firstName: 'Hina', lastName: 'Qureshi', address1: 'House 5', address2: '', company: '' };
    const [one, other] = [await shop.newOrder({ address }), await shop.newOrder({ address })];
    const ids = encodeURIComponent(`${one.id},${other.id}`);
    const { ordersData } = (await server.call('GET', `get-orders-from-shopify?id=${ids}`, { token: shop.token })).body;
    const form = mergeFormOf(ordersData, await shop.form(one, 'LEOPARD'));
    const { data } = (await server.call('POST', 'book-orders', { token: shop.token, body: form })).body;
    await server.work('store-updates');
    await at.change(other, { address: { address1: 'House 9' } });
    await server.call('GET', `get-order-from-shopify/${other.id}`, { token: shop.token });
    const { body } = await server.call('GET', 'shipments/attention?limit=200', { token: shop.token });
    const found = body.data.find(({ shipment_id: id }: { shipment_id: string }) => id === data.id);
    await server.call('POST', `shipments/${data.id}/resolution`, { token: shop.token, body: { dismiss: found.id } });
    await at.compare();
    expect(await at.find('changed-in-store', `${one.name}, ${other.name}`)).toBeUndefined();
  });

  it('a parcel on the road whose order is cancelled in the store: the courier’s refusal is shown with what to do, and the booking stays', async () => {
    const order = await at.booked();
    await at.move(order.number, 'in_transit');
    await at.change(order, { cancelFulfillments: true, cancel: true });
    await at.compare();
    const found = await at.find('moving-but-cancelled', order.name);
    expect(found?.we_say).toBe('Inprocess, COD Rs 2,450, unpaid');
    const { body } = await at.repair([found?.id ?? '']);
    expect(body).toMatchObject({
      failed: 1,
      message: expect.stringMatching(
        /^Leopards refused to cancel.*\. Ask Leopards to stop the parcel\. Or let it go on, and dismiss this difference with a reason\.$/,
      ),
    });
    expect((await at.shipment(order.shipmentId)).status).toBe('INPROCESS');
    expect(await at.find('moving-but-cancelled', order.name)).toMatchObject({ state: 'open', note: body.message });
    expect((await at.journal())[0]).toMatchObject({ state: 'failed', after: body.message });
  });

  it.each(['LEOPARD', 'MNP', 'POSTEX', 'TCS'] as const)(
    'a parcel on the road that %s cancelled: the cancellation is recorded',
    async (company) => {
      const order = await at.booked(company);
      await at.move(order.number, 'in_transit');
      await server.sandbox.control('advance', { tracking_number: order.number, to: 'cancelled_by_courier' });
      await at.compare();
      const found = await at.find('moving-but-cancelled', order.name);
      expect(found).toMatchObject({
        repair: 'record-cancellation',
        courier_says: expect.stringMatching(/^Cancelled: /),
      });
      expect((await at.repair([found?.id ?? ''])).body).toMatchObject({ done: 1 });
      expect((await at.shipment(order.shipmentId)).status).toBe('CANCELLED');
    },
  );

  it('a delivered parcel whose order is unfulfilled in the store: it is fulfilled again, once', async () => {
    const order = await at.booked();
    await at.move(order.number, 'delivered');
    await at.change(order, { cancelFulfillments: true });
    await at.compare();
    const found = await at.find('unfulfilled-in-store', order.name);
    expect(found).toMatchObject({ store_says: `${order.name} not fulfilled`, repair: 'fulfil-in-store' });
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect(await numbersInStore(order)).toEqual([order.number]);
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect(await numbersInStore(order)).toEqual([order.number]);
    expect((await at.journal())[0]).toMatchObject({
      state: 'done',
      after: `The store shows ${order.name} as fulfilled with ${order.number}.`,
    });
  });

  it('a delivered parcel that is paid here and not in the store', async () => {
    const order = await at.booked();
    await at.move(order.number, 'delivered');
    await markPaid(order);
    await at.compare();
    const found = await at.find('unpaid-in-store', order.name);
    expect(found?.store_says).toBe(`${order.name} not paid, Rs 2,450 open`);
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect((await at.inStore(order)).financial_status).toBe('PAID');
    expect(await at.find('unpaid-in-store', order.name)).toBeUndefined();
  });

  it('a paid parcel of an order that is open in another currency is shown with the amount in that currency', async () => {
    const order = await shop.newOrder({ currency: 'USD' });
    const { body } = await shop.bookAnyway(order, 'LEOPARD', { cod_amount: 3000 });
    await at.settle();
    const number = String(body.data.trackingNumber);
    await at.move(number, 'delivered');
    await markPaid({ shipmentId: String(body.data.id) });
    await at.compare();
    const found = await at.find('unpaid-in-store', order.name);
    expect(found?.store_says).toBe(`${order.name} not paid, USD 2,450.00 open`);
  });

  it('an order with two parcels is shown as not paid in the store once the couriers have paid both', async () => {
    const { first, second } = await twoParcels();
    await at.move(first.number, 'delivered');
    await markPaid(first);
    await at.compare();
    expect(await at.find('unpaid-in-store', first.name)).toBeUndefined();
    await at.move(second.number, 'delivered');
    await markPaid(second);
    await at.compare();
    const found = await at.find('unpaid-in-store', first.name);
    expect(found?.store_says).toBe(`${first.name} not paid, Rs 2,400 open`);
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect((await at.inStore(first)).financial_status).toBe('PAID');
  });

  it('a parcel that is paid here and not in the store, whose fulfilment was cancelled there', async () => {
    const order = await at.booked();
    await at.change(order, { cancelFulfillments: true });
    await at.move(order.number, 'delivered');
    await at.settle();
    await markPaid(order);
    await at.compare();
    const found = await at.find('unpaid-in-store', order.name);
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect((await at.journal())[0]).toMatchObject({ state: 'done', after: `${order.name} is paid in the store.` });
    expect((await at.inStore(order)).financial_status).toBe('PAID');
    expect(await numbersInStore(order)).toEqual([]);
  });

  it.each([
    ['another number', { number: 'XX12345', company: 'Leopards' }, 'Fulfilled with XX12345'],
    ['no number', true, 'Fulfilled without a tracking number'],
  ])('a parcel that the store shows with %s', async (_name, fulfill, says) => {
    const order = await at.booked();
    await at.change(order, { cancelFulfillments: true });
    await at.change(order, { fulfill });
    await at.compare();
    const found = await at.find('number-differs', order.name);
    expect(found).toMatchObject({ store_says: says, repair: 'show-number' });
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect(await numbersInStore(order)).toEqual([order.number]);
  });

  it('a number that was edited in the store', async () => {
    const order = await at.booked();
    await at.change(order, { changeTracking: { number: 'LE00000001' } });
    await at.compare();
    const found = await at.find('number-differs', order.name);
    expect(found?.store_says).toBe('Fulfilled with LE00000001');
    await at.repair([found?.id ?? '']);
    await at.settle();
    expect(await numbersInStore(order)).toEqual([order.number]);
  });

  it('a fulfilled order of downloads and gift cards alone needs no parcel', async () => {
    const order = await shop.newOrder({ lines: [{ title: 'Gift card', price: 1500, requiresShipping: false }] });
    await at.change(order, { fulfill: true });
    await at.compare();
    expect((await at.inStore(order)).fulfillment_status).toBe('FULFILLED');
    expect(await at.find('fulfilled-without-parcel', order.name)).toBeUndefined();
  });

  it('an order that the store fulfilled without a parcel of ours: the parcel is added to Orders', async () => {
    const [order] = await storeOrders(server, shop.domain, { city: 'Lahore', payment: 'cod' });
    if (!order) throw new Error('no order');
    await at.change(order, { fulfill: { number: 'TCS779412', company: 'TCS Express' } });
    await at.compare();
    const found = await at.find('fulfilled-without-parcel', order.name);
    expect(found).toMatchObject({
      company: 'TCS',
      we_say: 'No parcel',
      repair: 'add-parcel',
      customer_name: expect.stringMatching(/\S/),
    });
    expect((await at.repair([found?.id ?? ''])).body.message).toBe(
      `TCS779412 is in Orders and linked to ${order.name}. TCS does not know TCS779412 (yet).`,
    );
    await at.settle();
    expect(await numbersInStore(order)).toEqual(['TCS779412']);
    const { body } = await server.call('GET', 'track-order/TCS779412?stored=true', { token: shop.token });
    expect(body.shipment.store_orders[0].order_name).toBe(order.name);
    await at.compare();
    expect(await at.find('fulfilled-without-parcel', order.name)).toBeUndefined();
  });

  it('an order that the store fulfilled with two parcels, each with the amount of its own items', async () => {
    const [order] = await storeOrders(server, shop.domain, {
      ...{ city: 'Lahore', payment: 'cod', shipping: 0 },
      lines: [{ title: 'Shirt', price: 1500 }],
    });
    if (!order) throw new Error('no order');
    await at.change(order, { fulfill: { number: 'TCS779413', company: 'TCS Express' } });
    await at.change(order, { addLine: { title: 'Ring', price: 900 } });
    await at.change(order, { fulfill: { number: 'TCS779414', company: 'TCS Express' } });
    await at.compare();
    for (let repairs = 0; repairs < 2; repairs += 1)
      await at.repair([(await at.find('fulfilled-without-parcel', order.name))?.id ?? '']);
    const codOf = async (number: string): Promise<number> =>
      (await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token })).body.data[0]?.cod;
    expect([await codOf('TCS779413'), await codOf('TCS779414')]).toEqual([1500, 900]);
  });

  it('an order that the store fulfilled without a number: it can be accepted, and is not shown again', async () => {
    const [order] = await storeOrders(server, shop.domain, { payment: 'cod' });
    if (!order) throw new Error('no order');
    await at.change(order, { fulfill: true });
    await at.compare();
    const found = await at.find('fulfilled-without-parcel', order.name);
    expect(found?.repair).toBe('accept-fulfilment');
    await at.repair([found?.id ?? '']);
    await at.compare();
    expect(await at.find('fulfilled-without-parcel', order.name)).toBeUndefined();
    expect((await at.inStore(order)).fulfillment_status).toBe('FULFILLED');
  });

  it('an order that the store fulfilled in the second in which the app was installed', async () => {
    const [order] = await storeOrders(server, shop.domain, { payment: 'cod' });
    if (!order) throw new Error('no order');
    await at.change(order, { fulfill: true });
    await at.compare();
    const { updated_at: updatedAt } = await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .selectFrom('store_order')
        .select('updated_at')
        .where('shop_id', '=', shop.shopId)
        .where('name', '=', order.name)
        .executeTakeFirstOrThrow(),
    );
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .updateTable('shop')
        .set({ installed_at: new Date(updatedAt.getTime() + 999) })
        .where('id', '=', shop.shopId)
        .execute(),
    );
    await at.compare();
    expect(await at.find('fulfilled-without-parcel', order.name)).toMatchObject({ repair: 'accept-fulfilment' });
  });

  it.each(['LEOPARD', 'POSTEX'] as const)('a consignment that only %s knows', async (company) => {
    const order = await shop.newOrder();
    const tracking = await consignmentAtCourier(company, order.name.slice(1));
    const other = await consignmentAtCourier(company, 'GIFT-7');
    await at.compare();
    const found = await at.find('unknown-consignment', order.name.slice(1));
    expect(found).toMatchObject({ tracking_number: tracking, we_say: 'No parcel', repair: 'add-parcel' });
    expect((await at.repair([found?.id ?? ''])).body.message).toBe(
      `${tracking} is in Orders and linked to ${order.name}.`,
    );
    await at.settle();
    expect(await numbersInStore(order)).toEqual([tracking]);

    const gift = await at.find('unknown-consignment', 'GIFT-7');
    expect((await at.repair([gift?.id ?? ''])).body.message).toBe(
      `${other} is in Orders. It belongs to no store order.`,
    );
    const { body } = await server.call('GET', `track-order/${other}?stored=true`, { token: shop.token });
    expect(body.shipment.cod).toBe(900);
    await at.compare();
    expect((await at.list('?kind=unknown-consignment')).data).toEqual([]);
  });
});

it('a kind, or a day of the journal, that cannot be read is refused instead of left out', async () => {
  const refusal = async (path: string) => {
    const { status, body } = await server.call('GET', path, { token: shop.token });
    return [status, body.errors[0].code, body.errors[0].field];
  };
  expect(await refusal('differences?kind=PAID')).toEqual([400, 'invalid-input', 'kind']);
  expect(await refusal('difference-repairs?from=2026-13-01')).toEqual([400, 'invalid-input', 'from']);
});

it('a parcel that was booked after the time to which the database was restored holds its order again', async () => {
  const [lost, free, held] = [await shop.newOrder(), await shop.newOrder(), await at.booked('LEOPARD')];
  const tracking = await consignmentAtCourier('LEOPARD', `CD${lost.name.slice(1)}-7KQ2ZM`);
  const second = await consignmentAtCourier('LEOPARD', `CD${held.name.slice(1)}-7KQ2ZM`);
  await at.compare();
  expect((await at.list('?kind=unknown-consignment')).data).toMatchObject([{ tracking_number: second }]);
  expect((await shop.book(lost, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
  await at.settle();
  expect(await numbersInStore(lost)).toEqual([tracking]);
  expect(await numbersInStore(held)).toEqual([held.number]);
  expect(second).not.toBe(held.number);
  expect((await shop.book(free, 'LEOPARD')).status).toBe(200);
});

it('a parcel that a restored database lost holds its order again, although the order name has letters and signs', async () => {
  const namesBeginWith = (orderPrefix: string) =>
    server.sandbox.control(`shops/${shop.domain}`, { settings: { orderPrefix } });
  await namesBeginWith('#khi-');
  const order = await shop.newOrder();
  await namesBeginWith('#');
  const tracking = await consignmentAtCourier('POSTEX', `CD${order.name.replace('#khi-', 'KHI')}-7KQ2ZM`);
  await at.compare();
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
  await at.settle();
  expect(await numbersInStore(order)).toEqual([tracking]);
});

it('a parcel that a restored database lost is a difference when no open order has its name, and another shop’s is not', async () => {
  const { shopId: anotherShop } = await aShop(server.context);
  const { accountId } = await anAccount(server.context, anotherShop, 'LEOPARD', courierValues.LEOPARD);
  await bookedShipments(server, { shopId: anotherShop, accountId }, [{ reference: 'CD5-7KQ2ZM' }]);
  const lost = await consignmentAtCourier('LEOPARD', 'CDNOORDER-7KQ2ZM');
  await consignmentAtCourier('LEOPARD', 'CD5-7KQ2ZM');
  await at.compare();
  expect(await at.find('unknown-consignment', 'CDNOORDER-7KQ2ZM')).toMatchObject({ tracking_number: lost });
  expect(await at.find('unknown-consignment', 'CD5-7KQ2ZM')).toBeUndefined();
});

async function consignmentAtCourier(courier: string, reference: string): Promise<string> {
  const consignee = { name: 'Bilal Ahmed', phone: '03001234567', address: 'House 1, Street 2' };
  const booked_at = new Date().toISOString();
  const answer = await server.sandbox.control('consignments', {
    consignments: [{ courier, reference, consignee, city: 'Lahore', cod: 900, booked_at }],
  });
  return (answer as { consignments: { tracking_number: string }[] }).consignments[0]?.tracking_number ?? '';
}
