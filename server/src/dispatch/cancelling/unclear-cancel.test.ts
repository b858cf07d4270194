import type { AttentionItem, Resolution } from '@courierdesk/contract/attention';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { addLateConsignment } from '../../shipments/record/late-consignments.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  // Our pause after the failures of the courier is over.
  server.clock.advance(2 * 3_600_000);
});
afterAll(() => server?.close());

type Booked = { order: { id: string; name: string }; id: string; number: string };

async function booked(): Promise<Booked> {
  const order = await shop.newOrder();
  const { id, trackingNumber } = (await shop.book(order, 'POSTEX')).body.data;
  return { order, id, number: trackingNumber };
}
const cancel = (number: string): Promise<Answer> =>
  server.call('PUT', `cancel-booking/${number}`, { token: shop.token });
const faults = (kinds: Record<string, string>): Promise<unknown> =>
  server.sandbox.control(
    'faults',
    Object.entries(kinds).map(([operation, kind]) => ({ target: 'postex', operation, kind })),
  );
const decide = (id: string, body: Resolution, token = shop.token): Promise<Answer> =>
  server.call('POST', `shipments/${id}/resolution`, { token, body });
async function caseOf(id: string): Promise<AttentionItem | undefined> {
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  return (body.data as AttentionItem[]).find((one) => one.shipment_id === id);
}
const rowOf = async (number: string) =>
  (await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token })).body.data[0];
const statusInStore = async (name: string): Promise<string[]> =>
  (await shop.fulfilments()).filter((one) => one.order_name === name).map((one) => one.status);

/** The courier answers neither the cancel nor the tracking clearly, until a case asks a person. */
async function unclear(): Promise<Booked> {
  const parcel = await booked();
  await faults({ cancel: 'error500', track: 'error500' });
  expect((await cancel(parcel.number)).status).toBe(202);
  for (const seconds of [30, 90]) {
    server.clock.advance(seconds * 1000);
    await server.work('cancels');
  }
  expect(await caseOf(parcel.id)).toMatchObject({
    kind: 'cancel-unclear',
    actions: ['confirm-cancelled', 'keep-booking'],
    resolves_itself: true,
  });
  return parcel;
}

it('a cancel without a clear answer ends when the courier shows the parcel on its way, and the status is followed again', async () => {
  const { order, number } = await booked();
  await server.sandbox.control('advance', { tracking_number: number, to: 'in_transit' });
  await faults({ cancel: 'error500' });
  const refused = await cancel(number);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'courier-rejected',
    msg: 'PostEx refused to cancel: it shows the parcel as on its way. The courier booking is unaffected.',
  });
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', booked_packet_status: 'DELIVERED' });
  expect(await statusInStore(order.name)).toEqual(['SUCCESS']);
});

it('a cancel without a clear answer ends as cancelled when a person has seen that in the portal', async () => {
  const { order, id, number } = await unclear();
  const done = await decide(id, { cancelled: true });
  expect(done.body.message).toBe('Order has been cancelled from courier and unfulfilled from shopify');
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', booked_packet_status: 'CANCELLED' });
  expect(await statusInStore(order.name)).toEqual(['CANCELLED']);
  expect(await caseOf(id)).toBeUndefined();
  expect((await decide(id, { cancelled: true })).body.errors[0].code).toBe('cannot-resolve');
});

it('a cancel without a clear answer ends as booked when a person has seen that it was not cancelled, and is tracked at once', async () => {
  const { order, id, number } = await unclear();
  expect((await decide(id, { cancelled: false })).body.message).toBe(`${order.name} stays booked with PostEx.`);
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', can_cancel: true });
  expect(await statusInStore(order.name)).toEqual(['SUCCESS']);
  expect(await caseOf(id)).toBeUndefined();
  const shipment = await withShop(server.context.db, shop.shopId, (trx) => shipmentById(trx, shop.shopId, id));
  expect(shipment?.next_track_at).toEqual(server.clock.now);
});

it('a cancel without a clear answer asks for a decision after a day of tries', async () => {
  const { id } = await unclear();
  for (let hour = 0; hour < 25; hour += 1) {
    server.clock.advance(3_600_000);
    await server.work('cancels');
  }
  expect(await caseOf(id)).toMatchObject({ kind: 'cancel-unclear', resolves_itself: false });
});

it('a cancel without a clear answer is decided only by someone who may cancel', async () => {
  const { id } = await unclear();
  const booker = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  expect((await decide(id, { cancelled: true }, booker.token)).status).toBe(403);
  expect((await decide(id, { cancelled: false }, booker.token)).status).toBe(403);
});

it('a booking that one person cancels and another keeps is cancelled with a case when the courier confirms after the decision to keep it', async () => {
  const { order, id, number } = await booked();
  await server.sandbox.control('faults', [{ target: 'postex', operation: 'cancel', kind: 'delay', delayMs: 2_000 }]);
  const cancelling = cancel(number);
  await expect.poll(async () => (await rowOf(number)).booking_state).toBe('cancelling');
  expect((await decide(id, { cancelled: false })).status).toBe(200);
  expect((await rowOf(number)).booking_state).toBe('booked');
  expect((await cancelling).body.message).toBe('Order has been cancelled from courier and unfulfilled from shopify');
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', booked_packet_status: 'CANCELLED' });
  expect(await statusInStore(order.name)).toEqual(['CANCELLED']);
  expect(await caseOf(id)).toMatchObject({ kind: 'cancelled-by-courier', actions: ['rebook', 'dismiss'] });
  expect((await shop.book(order, 'POSTEX')).status).toBe(200);
});

it('a booking that one person cancels and another keeps ends as the first decision says when both decide at the same moment', async () => {
  const { id, number } = await unclear();
  const [confirmed, kept] = await Promise.all([decide(id, { cancelled: true }), decide(id, { cancelled: false })]);
  expect([confirmed.status, kept.status].toSorted()).toEqual([200, 409]);
  const status = confirmed.status === 200 ? 'CANCELLED' : 'FULFILLED';
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', booked_packet_status: status });
});

async function bookedTwice(): Promise<Booked> {
  const parcel = await booked();
  await withShop(server.context.db, shop.shopId, async (trx) => {
    const shipment = await shipmentById(trx, shop.shopId, parcel.id);
    if (!shipment) throw new Error('no such shipment');
    await addLateConsignment(trx, shipment, `PX${parcel.number}`, 'look-up', server.clock.now);
  });
  return parcel;
}

it('a parcel with a second consignment at the courier keeps the case about it when the parcel is cancelled, and cannot be deleted before the decision', async () => {
  const { id, number } = await bookedTwice();
  expect((await cancel(number)).status).toBe(200);
  const open = await caseOf(id);
  expect(open).toMatchObject({ kind: 'late-consignment', candidates: [`PX${number}`] });
  const remove = () => server.call('DELETE', 'delete-order', { token: shop.token, body: { orderId: id } });
  expect((await remove()).body.errors[0]).toMatchObject({
    code: 'cannot-delete',
    msg: `PostEx has also booked PX${number} for this order. Keep or cancel it under “Needs attention” first.`,
  });
  await decide(id, { dismiss: open?.id ?? '' });
  expect((await remove()).status).toBe(200);
});
