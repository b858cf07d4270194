import type { Company } from '@courierdesk/contract/companies';
import type { AttentionItem, Resolution } from '@courierdesk/contract/attention';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { aUser } from '../../testing/factories.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { continueCancel } from './cancel-shipment.ts';
import { cancelWork } from './jobs.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
/** Couriers respond again, and no account stays paused. */
afterEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('courier_account').set({ failures: 0, paused_until: null }).execute(),
  );
});
afterAll(() => server?.close());

const cancel = (number: string, token = shop.token): Promise<Answer> =>
  server.call('PUT', `cancel-booking/${number}`, { token });
const consignment = async (number: string) => (await shop.consignments()).find((one) => one.tracking_number === number);
const fulfilmentsOf = async (name: string) => (await shop.fulfilments()).filter((one) => one.order_name === name);
const bookingsCounted = async (): Promise<number> =>
  (await server.call('GET', 'check-subscription', { token: shop.token })).body.orders;
const cases = async (): Promise<AttentionItem[]> =>
  (await server.call('GET', 'shipments/attention', { token: shop.token })).body.data;
const casesOf = async (id: string) => (await cases()).filter((one) => one.shipment_id === id);
const rowOf = async (number: string) =>
  (await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token })).body.data[0];
const resolve = (id: string, body: Resolution): Promise<Answer> =>
  server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body });

async function shipmentOf(id: string): Promise<ShipmentRow> {
  const shipment = await withShop(server.context.db, shop.shopId, (trx) => shipmentById(trx, shop.shopId, id));
  if (!shipment) throw new Error('no such shipment');
  return shipment;
}
const nextLookUpOf = async (id: string) => (await shipmentOf(id)).next_look_up_at;

/** Cancels only at the courier: our database does not know. */
async function cancelAtCourierOnly(id: string): Promise<void> {
  const shipment = await shipmentOf(id);
  const account = await withShop(server.context.db, shop.shopId, (trx) =>
    loadAccount(trx, shop.shopId, shipment.account_id),
  );
  if (!account) throw new Error('no account');
  await callCourier(server.context, account, 'cancel', (at, access, call) =>
    at.cancel(access, shipment.tracking_number ?? '', call),
  );
}

/** What a process leaves when it is killed during the call to the courier, when its job is due. */
function killedWhileCancelling(id: string): Promise<unknown> {
  const now = server.clock.now;
  return withShop(server.context.db, shop.shopId, async (trx) => {
    await trx
      .updateTable('shipment')
      .set({ booking_state: 'cancelling', cancel_attempt_id: newId(now), cancel_tries: 1, cancel_next_at: now })
      .where('id', '=', id)
      .execute();
    await server.context.jobs.request(trx, 'cancels', { shopId: shop.shopId, key: id, at: now });
  });
}

async function uncertainToBeCancelled(
  company: Company,
  changes: Record<string, unknown> = {},
): Promise<{ order: { id: string; name: string }; id: string; reference: string }> {
  const order = await shop.newOrder();
  const target = company.toLowerCase();
  await server.sandbox.control('faults', { target, operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.book(order, company, changes)).body.data;
  expect((await resolve(id, { cancel_when_found: true })).status).toBe(200);
  return { order, id, reference };
}

it.each(['LEOPARD', 'POSTEX', 'TCS'] as const)(
  '%s: a cancelled order is unfulfilled in the store and free to book again',
  async (company) => {
    const order = await shop.newOrder();
    const { trackingNumber } = (await shop.book(order, company)).body.data;
    const answer = await cancel(trackingNumber);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message: 'Order has been cancelled from courier and unfulfilled from shopify',
      booking_state: 'booked',
      booked_packet_status: 'CANCELLED',
    });
    expect(await consignment(trackingNumber)).toMatchObject({ cancelled: true });
    expect(await fulfilmentsOf(order.name)).toEqual([expect.objectContaining({ status: 'CANCELLED' })]);
    expect((await cancel(trackingNumber)).body.errors[0].code).toBe('cannot-cancel');
    const again = await shop.book(order, company);
    expect(again.status).toBe(200);
    expect(again.body.message).toBe('Order has been booked and fulfilled');
    expect((await fulfilmentsOf(order.name)).filter((one) => one.status === 'SUCCESS')).toEqual([
      expect.objectContaining({ tracking_number: again.body.data.trackingNumber }),
    ]);
  },
);

it('a cancelled parcel of which someone edited the number in the store is not called unfulfilled until the store has cancelled that fulfilment', async () => {
  const order = await shop.newOrder();
  const { trackingNumber, id } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control(`orders/${order.id}`, { changeTracking: { number: 'EDITED1' } });
  const words =
    'The items are still fulfilled in the store under EDITED1. If they are not being sent, cancel that fulfilment there.';
  const answer = await cancel(trackingNumber);
  expect(answer.status).toBe(200);
  expect(answer.body.message).toBe(`Order has been cancelled from courier. ${words}`);
  expect(await casesOf(id)).toMatchObject([
    {
      kind: 'store-conflict',
      what_happened: `The store shows something else: ${words}`,
      what_is_protected: 'The booking stays cancelled.',
    },
  ]);
  expect((await resolve(id, { retry_store: true })).body.message).toBe(words);

  await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
  expect((await resolve(id, { retry_store: true })).body.message).toBe('The store is up to date.');
  expect(await casesOf(id)).toEqual([]);
});

it('a cancelled parcel whose number was edited in the store does not stop the store update of another parcel of the order', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control(`orders/${order.id}`, { changeTracking: { number: 'EDITED2' } });
  await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Ring', price: 900 } });
  await cancel(trackingNumber);
  const { trackingNumber: other } = (await shop.bookAnyway(order, 'LEOPARD')).body.data;
  expect(await fulfilmentsOf(order.name)).toMatchObject([
    { tracking_number: 'EDITED2', status: 'SUCCESS' },
    { tracking_number: other, status: 'SUCCESS' },
  ]);
});

it('M&P: only the store is updated, tracking continues, and booking again needs the number voided', async () => {
  const order = await shop.newOrder();
  const { trackingNumber, id } = (await shop.book(order, 'MNP')).body.data;
  const answer = await cancel(trackingNumber);
  expect(answer.body.message).toContain('M&P has no cancel call');
  expect(await consignment(trackingNumber)).toMatchObject({ cancelled: false });
  expect(await fulfilmentsOf(order.name)).toEqual([expect.objectContaining({ status: 'CANCELLED' })]);
  expect(await cases()).toContainEqual(expect.objectContaining({ kind: 'void-at-courier', shipment_id: id }));
  const input = await shop.form(order, 'LEOPARD');
  const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(refused.body.errors[0].code).toBe('order-not-voided');
  await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'in_transit' });
  await server.call('GET', `track-order/${trackingNumber}`, { token: shop.token });
  expect(await cases()).toContainEqual(expect.objectContaining({ kind: 'moving-after-cancel', shipment_id: id }));
  const booked = await server.call('POST', 'book-order', {
    token: shop.token,
    body: { ...input, confirmed: refused.body.errors[0].detail.issues },
  });
  expect(booked.status).toBe(200);
});

it.each(['LEOPARD', 'POSTEX'] as const)(
  'a cancelled %s parcel that moves all the same stops the next booking until a person stopped it',
  async (company) => {
    const order = await shop.newOrder({ phone: '03007770011', city: 'Lahore' });
    const { trackingNumber, id } = (await shop.book(order, company)).body.data;
    expect((await cancel(trackingNumber)).status).toBe(200);
    await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'out_for_delivery' });
    await server.call('GET', `track-order/${trackingNumber}`, { token: shop.token });
    expect(await cases()).toContainEqual(expect.objectContaining({ kind: 'moving-after-cancel', shipment_id: id }));

    const refused = await shop.book(order, 'TCS');
    expect(refused.body.errors[0]).toMatchObject({
      code: 'order-not-voided',
      msg: expect.stringMatching(new RegExp(`still has ${trackingNumber}.* to stop the parcel`)),
    });
    const batch = await aBatch(server, shop, [order], { account: shop.accounts.TCS });
    const row = await batch.row(order.name);
    expect(row).toMatchObject({ ready: false, issues: [{ code: 'not-voided', level: 'warning' }] });
    await batch.set(row, { accept: row.issues.map(({ code, subject }) => ({ code, subject })) });
    expect((await batch.book()).rows[0]).toMatchObject({ state: 'booked' });
  },
);

it('a clear refusal of the courier changes nothing', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'in_transit' });
  const refused = await cancel(trackingNumber);
  expect(refused.body.errors[0].code).toBe('courier-rejected');
  const row = await server.call('GET', `get-all-orders?track=${trackingNumber}`, { token: shop.token });
  expect(row.body.data[0]).toMatchObject({ booking_state: 'booked', can_cancel: true });
  expect(await fulfilmentsOf(order.name)).toEqual([expect.objectContaining({ status: 'SUCCESS' })]);
});

it('a cancel that did not go through to Leopards is not recorded as its refusal', async () => {
  const own = await aBookableShop(server);
  const { trackingNumber, id } = (await own.book(await own.newOrder(), 'LEOPARD')).body.data;
  const failure = async (): Promise<string> => (await cancel(trackingNumber, own.token)).body.errors[0].code;
  const fault = { target: 'leopard', operation: 'cancel', times: 1 };
  await server.sandbox.control('faults', { ...fault, kind: 'refuse-credentials' });
  expect(await failure()).toBe('courier-unauthorised');
  await server.sandbox.control('faults', { ...fault, kind: 'throttle' });
  expect(await failure(), 'the courier takes no calls').toBe('courier-unavailable');
  expect(await failure(), 'the account is paused').toBe('courier-unavailable');

  const notCancelled = (words: string) => `Not cancelled: the request to Leopards did not go through (${words})`;
  const recorded = [
    notCancelled('Invalid API Key'),
    notCancelled('Too many requests right now'),
    notCancelled('Leopards is not responding, so we make no calls to it for 5 seconds'),
  ];
  await withShop(server.context.db, own.shopId, async (trx) => {
    const history = await trx
      .selectFrom('shipment_history')
      .select(['who', 'what'])
      .where('shipment_id', '=', id)
      .where('what', 'like', '%ancel%')
      .where('what', 'not like', 'Asked%')
      .orderBy('id')
      .execute();
    expect(history).toEqual(recorded.map((what) => ({ who: 'Courierdesk', what })));
    const events = await trx
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('subject_id', '=', id)
      .where('action', 'like', 'shipment.%cancel%')
      .where('action', '!=', 'shipment.cancel')
      .orderBy('id')
      .execute();
    expect(events).toEqual(recorded.map((what) => ({ action: 'shipment.not-cancelled', detail: { what } })));
  });
});

it('after a lost answer, tracking decides and the worker finishes the cancel', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'POSTEX')).body.data;
  await server.sandbox.control('faults', [
    { target: 'postex', operation: 'cancel', kind: 'lose-answer', times: 1 },
    { target: 'postex', operation: 'track', kind: 'error500', times: 1 },
  ]);
  const unclear = await cancel(trackingNumber);
  expect(unclear.status).toBe(202);
  expect(unclear.body.booking_state).toBe('cancelling');
  const held = await server.call('POST', 'book-order', { token: shop.token, body: await shop.form(order, 'POSTEX') });
  expect(held.body.errors[0].code).toBe('order-already-booked');
  server.clock.advance(30_000);
  await server.work('cancels');
  const row = await server.call('GET', `get-all-orders?track=${trackingNumber}`, { token: shop.token });
  expect(row.body.data[0]).toMatchObject({ booking_state: 'booked', booked_packet_status: 'CANCELLED' });
  expect(await fulfilmentsOf(order.name)).toEqual([expect.objectContaining({ status: 'CANCELLED' })]);
});

it.each(['LEOPARD', 'POSTEX', 'TCS'] as const)(
  '%s: a process killed after the courier cancelled: the worker finishes the cancel',
  async (company) => {
    const order = await shop.newOrder();
    const { trackingNumber, id } = (await shop.book(order, company)).body.data;
    await cancelAtCourierOnly(id);
    await killedWhileCancelling(id);
    await server.work('cancels');
    expect(await rowOf(trackingNumber)).toMatchObject({ booking_state: 'booked', booked_packet_status: 'CANCELLED' });
    expect(await fulfilmentsOf(order.name)).toEqual([expect.objectContaining({ status: 'CANCELLED' })]);
  },
);

it('a process killed during a later try: the next job finishes the cancel', async () => {
  const { trackingNumber, id } = (await shop.book(await shop.newOrder(), 'POSTEX')).body.data;
  await server.sandbox.control('faults', [
    { target: 'postex', operation: 'cancel', kind: 'error500', times: 1 },
    { target: 'postex', operation: 'track', kind: 'error500', times: 1 },
  ]);
  expect((await cancel(trackingNumber)).status).toBe(202);
  server.clock.advance(30_000);
  await server.sandbox.control('faults', { target: 'postex', operation: 'cancel', kind: 'delay', delayMs: 2_000 });
  await killDuringJob(server, cancelWork, { shopId: shop.shopId, key: id }, async () => {
    await expect.poll(async () => (await shipmentOf(id)).cancel_tries).toBe(2);
  });
  expect((await shipmentOf(id)).booking_state).toBe('cancelling');
  await server.sandbox.control('faults', { clear: true });
  await server.work('cancels');
  expect(await rowOf(trackingNumber)).toMatchObject({ booking_state: 'booked', booked_packet_status: 'CANCELLED' });
});

it('a cancel is left alone until its next try is due', async () => {
  const { trackingNumber, id } = (await shop.book(await shop.newOrder(), 'POSTEX')).body.data;
  await server.sandbox.control('faults', [
    { target: 'postex', operation: 'cancel', kind: 'error500' },
    { target: 'postex', operation: 'track', kind: 'error500' },
  ]);
  expect((await cancel(trackingNumber)).status).toBe(202);
  const { cancel_next_at: dueAt } = await shipmentOf(id);
  expect(await continueCancel(server.context, { shopId: shop.shopId, key: id })).toEqual(dueAt);
  expect((await shipmentOf(id)).cancel_tries).toBe(1);
});

it('a refusal after a kill keeps the booking and opens a case', async () => {
  const order = await shop.newOrder();
  const { trackingNumber, id } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'in_transit' });
  await killedWhileCancelling(id);
  await server.work('cancels');
  expect(await rowOf(trackingNumber)).toMatchObject({ booking_state: 'booked', can_cancel: true });
  const [refused] = await casesOf(id);
  expect(refused).toMatchObject({ kind: 'cancel-refused', actions: ['dismiss'] });
  expect(refused?.what_happened).toContain(`did not cancel ${trackingNumber}`);
});

it('a refusal without tracking stays unclear until tracking answers', async () => {
  const order = await shop.newOrder();
  const { trackingNumber, id } = (await shop.book(order, 'TCS')).body.data;
  await cancelAtCourierOnly(id);
  await killedWhileCancelling(id);
  await server.sandbox.control('faults', { target: 'tcs', operation: 'track', kind: 'error500', times: 4 });
  await server.work('cancels');
  expect(await rowOf(trackingNumber)).toMatchObject({ booking_state: 'cancelling' });
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(120_000);
  await server.work('cancels');
  expect(await rowOf(trackingNumber)).toMatchObject({ booked_packet_status: 'CANCELLED' });
});

it('a delivered order cannot be cancelled', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'TCS')).body.data;
  await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'delivered' });
  await server.call('GET', `track-order/${trackingNumber}`, { token: shop.token });
  expect((await cancel(trackingNumber)).body.errors[0]).toMatchObject({ code: 'cannot-cancel' });
});

it('an order on its way back can be cancelled, but not once it is back', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'MNP')).body.data;
  const { trackingNumber: other } = (await shop.book(await shop.newOrder(), 'MNP')).body.data;
  const move = async (number: string, to: string): Promise<void> => {
    await server.sandbox.control('advance', { tracking_number: number, to });
    await server.call('GET', `track-order/${number}`, { token: shop.token });
  };
  await move(trackingNumber, 'returning');
  expect(await rowOf(trackingNumber)).toMatchObject({ booked_packet_status: 'RTS', can_cancel: true });
  expect((await cancel(trackingNumber)).status).toBe(200);
  expect(await rowOf(trackingNumber)).toMatchObject({ booked_packet_status: 'CANCELLED', can_cancel: false });

  await move(other, 'returned');
  expect(await rowOf(other)).toMatchObject({ booked_packet_status: 'RTS', can_cancel: false });
  expect((await cancel(other)).body.errors[0]).toMatchObject({ code: 'cannot-cancel' });
});

it('a number that two couriers use cancels nothing until the call says which parcel', async () => {
  const [older, newer] = [await shop.newOrder(), await shop.newOrder()];
  const { id, trackingNumber: number } = (await shop.book(older, 'LEOPARD')).body.data;
  const { id: otherId } = (await shop.book(newer, 'TCS')).body.data;
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ tracking_number: number }).where('id', '=', otherId).execute(),
  );
  const statuses = async () => [(await shipmentOf(id)).status, (await shipmentOf(otherId)).status];

  const refused = await cancel(number);
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'cannot-cancel',
    msg: `Several parcels have the number ${number}: ${older.name} with Leopards and ${newer.name} with TCS. Nothing was cancelled. Reload the page and cancel again; a call of the API gives the id of the parcel as “shipment”.`,
  });
  expect(await statuses()).toEqual(['FULFILLED', 'FULFILLED']);

  expect((await cancel(`${number}?shipment=${id}`)).status).toBe(200);
  expect(await statuses()).toEqual(['CANCELLED', 'FULFILLED']);
  expect((await cancel(number)).status).toBe(409);
  expect(await statuses()).toEqual(['CANCELLED', 'FULFILLED']);
  expect((await cancel(`other-${number}?shipment=${otherId}`)).status).toBe(404);
});

it('cancelling needs the scope, and refuses another shop', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  const reader = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] });
  expect((await cancel(trackingNumber, reader.token)).status).toBe(403);
  const stranger = await aBookableShop(server);
  expect((await cancel(trackingNumber, stranger.token)).status).toBe(404);
});

it('an uncertain booking is cancelled when found if a person chose that, and the store is never fulfilled', async () => {
  const { order, reference } = await uncertainToBeCancelled('LEOPARD');
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  await server.work('store-updates');
  expect(await fulfilmentsOf(order.name)).toEqual([]);
  await server.work('cancels');
  const found = (await shop.consignments()).filter((one) => one.reference === reference);
  expect(found).toEqual([expect.objectContaining({ cancelled: true })]);
  await server.work('store-updates');
  expect(await fulfilmentsOf(order.name)).toEqual([]);
  expect((await shop.book(order, 'LEOPARD')).status).toBe(200);
});

it('an uncertain booking is cancelled too when a person enters its number', async () => {
  const { order, id, reference } = await uncertainToBeCancelled('LEOPARD');
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const number = live?.tracking_number ?? '';
  const given = await resolve(id, { tracking_number: number });
  expect(given.body).toMatchObject({
    message: `${number} is linked and is being cancelled at Leopards.`,
    booking_state: 'cancelling',
  });
  await server.work('cancels');
  expect(await consignment(number)).toMatchObject({ cancelled: true });
  expect(await rowOf(number)).toMatchObject({ booked_packet_status: 'CANCELLED' });
  expect(await fulfilmentsOf(order.name)).toEqual([]);
});

it('an uncertain booking stays booked if the courier refuses to cancel it when found, the store is fulfilled and the customer emailed', async () => {
  const mail = { kind: 'booked', enabled: true, subject: 'Track {order}', message: 'Number {tracking_number}' };
  await server.call('PUT', 'customer-mails', { token: shop.token, body: mail });
  const { order, id, reference } = await uncertainToBeCancelled('LEOPARD', { consignee_email: 'kept@example.test' });
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const number = live?.tracking_number ?? '';
  await server.sandbox.control('advance', { tracking_number: number, to: 'in_transit' });
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  await server.work('customer-mails');
  await server.work('cancels');
  await server.work('store-updates');
  await server.work('customer-mails');
  await deliverDueNow(server);
  expect((await mailsTo(server, 'kept@example.test')).map(({ text }) => text)).toEqual([
    expect.stringContaining(`Number ${number}`),
  ]);
  expect(await rowOf(number)).toMatchObject({ booking_state: 'booked', can_cancel: true });
  expect(await fulfilmentsOf(order.name)).toEqual([
    expect.objectContaining({ tracking_number: number, status: 'SUCCESS' }),
  ]);
  expect(await casesOf(id)).toEqual([expect.objectContaining({ kind: 'cancel-refused' })]);
});

it('an uncertain booking needs the cancel scope to be cancelled when found', async () => {
  const { id } = await uncertainToBeCancelled('LEOPARD');
  const booker = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  for (const body of [{ cancel_when_found: true }, { cancel_late: 'LE1234567' }] satisfies Resolution[]) {
    const refused = await server.call('POST', `shipments/${id}/resolution`, { token: booker.token, body });
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].msg).toContain('You need one of these rights');
  }
});

it('an uncertain booking opens a late consignment if found after its release, which can be cancelled', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.book(order, 'LEOPARD')).body.data;
  await server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body: { release: true } });
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  const late = (await cases()).find((one) => one.shipment_id === id);
  expect(late).toMatchObject({ kind: 'late-consignment', actions: ['keep-late', 'cancel-late', 'dismiss'] });
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const decided = await server.call('POST', `shipments/${id}/resolution`, {
    token: shop.token,
    body: { cancel_late: live?.tracking_number },
  });
  expect(decided.status).toBe(200);
  expect(await consignment(live?.tracking_number ?? '')).toMatchObject({ cancelled: true });
  expect((await cases()).find((one) => one.shipment_id === id)).toBeUndefined();
});

it('a late consignment can be cancelled again after the answer of the courier was lost', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.book(order, 'LEOPARD')).body.data;
  await resolve(id, { release: true });
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const number = live?.tracking_number ?? '';
  await server.sandbox.control('faults', { target: 'leopard', operation: 'cancel', kind: 'lose-answer', times: 1 });
  await server.sandbox.control('faults', { target: 'leopard', operation: 'track', kind: 'error500', times: 1 });
  expect((await resolve(id, { cancel_late: number })).body.errors[0].code).toBe('courier-uncertain');
  expect(await consignment(number)).toMatchObject({ cancelled: true });
  expect((await resolve(id, { cancel_late: number })).body.message).toBe(`${number} is cancelled at Leopards.`);
  expect((await cases()).find((one) => one.shipment_id === id)).toBeUndefined();
});

it('an uncertain booking can be kept as the booking if found after its release, while the order is free', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.book(order, 'POSTEX')).body.data;
  const counted = await bookingsCounted();
  await server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body: { release: true } });
  expect(await bookingsCounted()).toBe(counted - 1);
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const kept = await server.call('POST', `shipments/${id}/resolution`, {
    token: shop.token,
    body: { keep_late: live?.tracking_number },
  });
  expect(kept.body).toMatchObject({ booking_state: 'booked', tracking_number: live?.tracking_number });
  expect(await bookingsCounted()).toBe(counted);
  expect(await fulfilmentsOf(order.name)).toEqual([
    expect.objectContaining({ tracking_number: live?.tracking_number, status: 'SUCCESS' }),
  ]);
});

it('a booked order that changes in the store opens a case with old and new values, which a person dismisses', async () => {
  const order = await shop.newOrder();
  const { id } = (await shop.book(order, 'TCS')).body.data;
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'Shop 4, New Street' } });
  await server.call('POST', 'store-orders/refresh', { token: shop.token });
  const [noticed] = (await cases()).filter((one) => one.shipment_id === id);
  expect(noticed).toMatchObject({
    kind: 'changed-after-booking',
    changes: [expect.objectContaining({ field: 'Address', now: expect.stringContaining('Shop 4, New Street') })],
  });
  await server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body: { dismiss: noticed?.id } });
  expect((await cases()).filter((one) => one.shipment_id === id)).toEqual([]);
});

it('a booked order that changes in the store opens a case if its fulfilment was cancelled manually, and changes nothing', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'TCS');
  await server.sandbox.control(`orders/${order.id}`, { hold: 'Checking the address' });
  const asked = await server.call('POST', 'book-order', { token: shop.token, body: input });
  expect(asked.body.errors[0]).toMatchObject({
    code: 'order-not-confirmed',
    detail: { issues: [{ code: 'on-hold' }] },
  });
  const booked = await server.call('POST', 'book-order', {
    token: shop.token,
    body: { ...input, confirmed: asked.body.errors[0].detail.issues },
  });
  expect(booked.body.data.store.state).toBe('conflict');
  await server.sandbox.control(`orders/${order.id}`, { release: true });
  const retried = await server.call('POST', `shipments/${booked.body.data.id}/resolution`, {
    token: shop.token,
    body: { retry_store: true },
  });
  expect(retried.body.message).toBe('The store is up to date.');
});

it('look-ups of a released booking end after 48 hours, even if every look-up fails', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id } = (await shop.book(order, 'LEOPARD')).body.data;
  await resolve(id, { release: true });
  await server.sandbox.control('faults', { target: 'leopard', operation: 'lookup', kind: 'error500' });
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  expect(await nextLookUpOf(id)).toEqual(new Date(server.clock.now.getTime() + 3_600_000));
  const { now } = server.clock;
  server.clock.advance(48 * 3_600_000);
  await server.work('booking-look-ups');
  // A look-up compares our clock with that of the courier, also in the other tests.
  server.clock.now = now;
  expect(await nextLookUpOf(id)).toBeNull();
});
