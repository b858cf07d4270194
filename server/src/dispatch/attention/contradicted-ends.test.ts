import { afterAll, beforeAll, expect, test } from 'vitest';
import { writtenTime } from '../../adapters/couriers/histories.testing.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { openCase } from '../../shipments/record/cases.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

async function booked(company: 'LEOPARD' | 'POSTEX') {
  const order = await shop.newOrder({ city: 'Lahore' });
  const { trackingNumber: number, id } = (await shop.book(order, company)).body.data;
  await server.work('store-updates');
  return { order, number: String(number), id: String(id) };
}

async function moved(number: string, to: string): Promise<void> {
  await server.sandbox.control('advance', { tracking_number: number, to });
  server.clock.advance(60_000);
  await server.call('GET', `track-order/${number}`, { token: shop.token });
}

/** All scans of a parcel, each five minutes after the one before. */
async function scanned(number: string, words: readonly string[]): Promise<void> {
  const begin = server.clock.now.getTime() - 3_600_000;
  const scans = words.map((status, place) => {
    const at = new Date(begin + place * 300_000);
    return {
      status,
      time: writtenTime(at),
      at: at.toISOString(),
      stage: status === 'Delivered' ? 'delivered' : 'in_transit',
    };
  });
  await server.sandbox.control('parcels', { tracking_number: number, courier: 'LEOPARD', scans });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
}

const rowOf = (id: string) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const casesOf = async (id: string) =>
  (await server.call('GET', 'shipments/attention?limit=200', { token: shop.token })).body.data.filter(
    (one: { shipment_id: string }) => one.shipment_id === id,
  );
const publicly = async (number: string) => (await server.call('GET', `track-order-public/${number}`)).body;
const decide = (id: string, body: object) =>
  server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body });

test.each(['LEOPARD', 'POSTEX'] as const)(
  '%s: a delivery that the courier corrects to a return is noticed by itself, and a person decides',
  async (company) => {
    const { id, number } = await booked(company);
    await moved(number, 'delivered');
    expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED', final: true });
    await server.sandbox.control('advance', { tracking_number: number, to: 'returned' });
    const { next_track_at: next } = await rowOf(id);
    server.clock.now = new Date((next?.getTime() ?? 0) + 10 * 60_000);
    await server.work('tracking');
    expect(await casesOf(id)).toMatchObject([{ kind: 'end-contradicted', actions: ['return-received', 'dismiss'] }]);
    expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED' });
    // The public page shows no end until a person decided.
    expect(await publicly(number)).toMatchObject({
      headline: 'The shop is checking with the courier where this parcel is',
      order: { status: 'INPROCESS', final: false },
      cod_due: 0,
    });

    expect((await decide(id, { delivered: true })).body.errors[0].code).toBe('cannot-resolve');
    expect((await decide(id, { return_received: true })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'RTS', final: true, needs_attention: false, delivered_at: null });
    expect(await publicly(number)).toMatchObject({ headline: 'Returned to the shop' });
  },
);

test('a delivery that its courier takes back is a case, which closes when the parcel is delivered again', async () => {
  const { id, number } = await booked('LEOPARD');
  await scanned(number, ['Shipment Picked', 'Delivered']);
  expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED', final: true });
  await scanned(number, ['Shipment Picked', 'Delivered', 'Assign to Courier']);
  expect(await casesOf(id)).toMatchObject([
    {
      kind: 'end-contradicted',
      what_happened: `${number} was delivered, but now Leopards reports: Assign to Courier`,
      actions: ['return-received', 'dismiss'],
    },
  ]);
  expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED', final: true });
  expect(await publicly(number)).toMatchObject({
    headline: 'The shop is checking with the courier where this parcel is',
  });
  await scanned(number, ['Shipment Picked', 'Delivered', 'Assign to Courier', 'Delivered']);
  expect(await casesOf(id)).toEqual([]);
});

test('a scan that a courier writes after the delivery, and does not say where the parcel is, is no case', async () => {
  const { id, number } = await booked('LEOPARD');
  await scanned(number, ['Shipment Picked', 'Delivered', 'Arrived at Station']);
  expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED', final: true });
  expect(await casesOf(id)).toEqual([]);
});

test('a cancelled parcel that is delivered can be recorded as delivered when its courier says: it holds its order, and counts', async () => {
  const { id, number, order } = await booked('LEOPARD');
  await server.call('PUT', `cancel-booking/${number}`, { token: shop.token, body: {} });
  await server.work('store-updates');
  await moved(number, 'delivered');
  expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', courier_live: true });
  expect(await casesOf(id)).toMatchObject([
    { kind: 'moving-after-cancel', actions: ['return-received', 'delivered', 'dismiss'] },
  ]);

  const { order: tracked } = (await server.call('GET', `track-order/${number}`, { token: shop.token })).body;
  server.clock.advance(3 * 86_400_000);
  expect((await decide(id, { delivered: true })).body.message).toBe(`${order.name} counts as delivered.`);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'DELIVERED', final: true, courier_live: false, cancelled_at: null });
  // Not the day of the decision: the figures count parcels by the day of their delivery.
  expect(row.delivered_at?.toISOString()).toBe(tracked.details[0].status_date);
  await server.work('store-updates');
  expect(await shop.fulfilments()).toContainEqual(
    expect.objectContaining({ order_name: order.name, tracking_number: number, status: 'SUCCESS' }),
  );
  const again = await shop.book(order, 'LEOPARD');
  expect(again.body.errors[0].msg).toContain(`is already booked with Leopards: ${number}`);
});

test('a paid parcel that came back and counts as delivered after all is no longer a case of a return', async () => {
  const { id, number } = await booked('LEOPARD');
  const body = { ordersData: [{ tracking_number: number, payment_status: 'PAID' }] };
  await server.call('POST', 'import-orders', { token: shop.token, body });
  await moved(number, 'returned');
  await moved(number, 'delivered');
  expect((await casesOf(id)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'end-contradicted',
    'returned-after-paid',
  ]);
  expect((await decide(id, { delivered: true })).status).toBe(200);
  expect(await casesOf(id)).toEqual([]);
});

test('a parcel that its courier cancelled and then delivered is no longer a case of a cancellation', async () => {
  const { id, number } = await booked('LEOPARD');
  await moved(number, 'cancelled');
  expect(await casesOf(id)).toMatchObject([{ kind: 'cancelled-by-courier' }]);
  await moved(number, 'delivered');
  expect((await decide(id, { delivered: true })).status).toBe(200);
  expect(await casesOf(id)).toEqual([]);
});

test('a parcel that its courier cancelled is no longer a case once its order is booked again', async () => {
  const { id, number, order } = await booked('LEOPARD');
  await moved(number, 'cancelled');
  await server.work('store-updates');
  expect((await shop.book(order, 'POSTEX')).status).toBe(200);
  expect(await casesOf(id)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ needs_attention: false });
});

test('a merged parcel that its courier cancelled stays a case until all of its orders are booked again', async () => {
  const [first, second] = [await shop.newOrder(), await shop.newOrder()];
  const { token } = shop;
  const { body } = await server.call('GET', `get-orders-from-shopify?id=${first.id},${second.id}`, { token });
  const form = mergeFormOf(body.ordersData, await shop.form(first, 'LEOPARD'));
  const { id, trackingNumber: number } = (await server.call('POST', 'book-orders', { token, body: form })).body.data;
  await moved(number, 'cancelled');
  await server.work('store-updates');
  expect((await shop.book(first, 'POSTEX')).status).toBe(200);
  expect(await casesOf(id)).toMatchObject([{ kind: 'cancelled-by-courier' }]);
  expect((await shop.book(second, 'POSTEX')).status).toBe(200);
  expect(await casesOf(id)).toEqual([]);
});

test('words that we do not know are no longer a case once a person has the parcel back', async () => {
  const { id, number } = await booked('LEOPARD');
  await scanned(number, ['Shipment Picked', 'Being Return', 'Gate Pass Issued']);
  expect(await casesOf(id)).toMatchObject([{ kind: 'unknown-status' }]);
  expect((await decide(id, { return_received: true })).status).toBe(200);
  expect(await casesOf(id)).toEqual([]);
});

test('a cancelled parcel that comes back counts as returned, without the date of its cancellation', async () => {
  const { id, number } = await booked('LEOPARD');
  await server.call('PUT', `cancel-booking/${number}`, { token: shop.token, body: {} });
  expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_at: server.clock.now });
  await moved(number, 'returned');
  expect((await decide(id, { return_received: true })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: 'RTS', final: true, cancelled_at: null });
});

test('nobody decides so about a parcel that its courier does not contradict', async () => {
  const { id, number } = await booked('LEOPARD');
  await moved(number, 'delivered');
  for (const body of [{ delivered: true }, { return_received: true }])
    expect((await decide(id, body)).body.errors[0].code).toBe('cannot-resolve');
});

async function atCourier(number: string, change: object) {
  await server.sandbox.control('parcels', { tracking_number: number, ...change });
  server.clock.advance(20 * 60_000);
  await server.call('GET', `track-order/${number}`, { token: shop.token });
}

test('another amount at the courier is a case: a person takes it, or leaves ours', async () => {
  const { id, number } = await booked('LEOPARD');
  await moved(number, 'picked');
  expect(await casesOf(id)).toEqual([]);
  await atCourier(number, { cod: 1300 });
  expect(await casesOf(id)).toMatchObject([
    { kind: 'other-cod-at-courier', cod_at_courier: 1300, actions: ['take-cod', 'dismiss'] },
  ]);
  expect((await casesOf(id))[0].what_happened).toBe(
    `Leopards is to collect Rs 1,300 for ${number}, but it was booked with Rs 2,450.`,
  );
  // Set back, the case closes; the same or another amount opens it again.
  await atCourier(number, { cod: 2450 });
  expect(await casesOf(id)).toEqual([]);
  await atCourier(number, { cod: 1300 });
  expect(await casesOf(id)).toMatchObject([{ kind: 'other-cod-at-courier', cod_at_courier: 1300 }]);
  await atCourier(number, { cod: 2450 });
  expect(await casesOf(id)).toEqual([]);
  await atCourier(number, { cod: 1200 });
  expect((await decide(id, { take_cod: 1300 })).body.errors[0].code).toBe('cannot-resolve');
  expect((await decide(id, { take_cod: 1200 })).status).toBe(200);
  expect([Number((await rowOf(id)).cod), await casesOf(id)]).toEqual([1200, []]);
});

test('a prepaid parcel whose courier is to collect an amount after all is unpaid once a person takes it', async () => {
  const order = await shop.newOrder({ city: 'Lahore', payment: 'paid' });
  const { trackingNumber: number, id } = (await shop.book(order, 'LEOPARD')).body.data;
  expect((await rowOf(id)).payment_status).toBe('PAID');
  await atCourier(number, { cod: 1500 });
  expect((await decide(id, { take_cod: 1500 })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ cod: '1500.00', payment_status: 'UNPAID' });
});

test('a customer reads no amount while the courier is to collect another one, and then the one that a person took', async () => {
  const { id, number } = await booked('LEOPARD');
  const page = async (): Promise<number> => {
    const { tracking_url: url } = (await server.call('GET', `track-order/${number}`, { token: shop.token })).body
      .shipment;
    const key = new URL(url).searchParams.get('k');
    return (await server.call('GET', `track-order-public/${number}?k=${key}`)).body.cod_due;
  };
  expect(await page()).toBe(2450);
  await atCourier(number, { cod: 1300 });
  expect(await page()).toBe(0);
  await decide(id, { take_cod: 1300 });
  expect(await page()).toBe(1300);
});

test('another amount at the courier can be taken after the delivery too', async () => {
  const { id, number } = await booked('LEOPARD');
  await atCourier(number, { cod: 1300 });
  await moved(number, 'delivered');
  const [open] = await casesOf(id);
  expect(open).toMatchObject({ kind: 'other-cod-at-courier', cod_at_courier: 1300, actions: ['take-cod', 'dismiss'] });
  expect(open.what_happened).toBe(
    `Leopards delivered ${number} with Rs 1,300 to collect, but it was booked with Rs 2,450.`,
  );
  expect((await decide(id, { take_cod: 1300 })).status).toBe(200);
  expect([(await rowOf(id)).cod, await casesOf(id)]).toEqual(['1300.00', []]);
});

test.each(['LEOPARD', 'POSTEX'] as const)(
  '%s: another amount at the courier is a case when the parcel is delivered before we see it, unless it is paid',
  async (company) => {
    const [open, paid] = [await booked(company), await booked(company)];
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('shipment').set({ payment_status: 'PAID' }).where('id', '=', paid.id).execute(),
    );
    for (const { number } of [open, paid]) {
      await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
      await atCourier(number, { cod: 1300 });
    }
    expect(await rowOf(open.id)).toMatchObject({ status: 'DELIVERED', cod: '2450.00', payment_status: 'UNPAID' });
    expect(await casesOf(open.id)).toMatchObject([{ kind: 'other-cod-at-courier', cod_at_courier: 1300 }]);
    expect(await casesOf(paid.id)).toEqual([]);
  },
);

test('an amount that a person left as it is, is not asked about again', async () => {
  const { id, number } = await booked('POSTEX');
  await atCourier(number, { cod: 1000 });
  const [open] = await casesOf(id);
  expect((await decide(id, { dismiss: open.id })).status).toBe(200);
  await moved(number, 'out_for_delivery');
  expect(await casesOf(id)).toEqual([]);
});

test('a parcel that goes out again after its return began is not said to be on its way back', async () => {
  const { number } = await booked('LEOPARD');
  await moved(number, 'returning');
  expect((await publicly(number)).headline).toBe('On its way back to the shop');
  await moved(number, 'out_for_delivery');
  expect((await publicly(number)).headline).toMatch(/^Out for delivery in Lahore/);
});

test('a change of an order offers to cancel and book again only until its parcel has ended', async () => {
  const { id, number, order } = await booked('LEOPARD');
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'Shop 4, New Street' } });
  await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  expect(await casesOf(id)).toMatchObject([
    { kind: 'changed-after-booking', actions: ['cancel-and-rebook', 'dismiss'] },
  ]);
  await moved(number, 'delivered');
  expect(await casesOf(id)).toMatchObject([
    {
      kind: 'changed-after-booking',
      what_next: `${number} can no longer be cancelled. Added items can be booked in a parcel of their own. Otherwise dismiss this case.`,
      actions: ['dismiss'],
    },
  ]);
});

test('cases about the way of a parcel close when the courier has brought it to its end', async () => {
  const [returned, delivered] = [await booked('LEOPARD'), await booked('LEOPARD')];
  for (const { id, number } of [returned, delivered]) {
    await moved(number, 'picked');
    await atCourier(number, { cod: 1300 });
    await withShop(server.context.db, shop.shopId, (trx) =>
      openCase(trx, { shop_id: shop.shopId, id }, 'cancel-refused', server.clock.now, { message: 'already picked' }),
    );
  }
  await moved(returned.number, 'returned');
  expect(await casesOf(returned.id)).toEqual([]);
  await moved(delivered.number, 'delivered');
  // What it collected still has to be decided.
  expect(await casesOf(delivered.id)).toMatchObject([{ kind: 'other-cod-at-courier' }]);
});
