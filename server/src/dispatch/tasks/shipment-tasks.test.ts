import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { shipmentTaskWork } from './jobs.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

type Parcel = { id: string; trackingNumber: string; name: string };
type Company = Parameters<BookableShop['book']>[1];

async function booked(company: Company): Promise<Parcel> {
  const order = await shop.newOrder();
  return { ...(await shop.book(order, company)).body.data, name: order.name };
}
const ask = (kind: string, ids: readonly string[], token = shop.token) =>
  server.call('POST', 'shipment-tasks', { token, body: { kind, selection: { ids } } });
const work = () => server.work('shipment-tasks');
const look = async (id: string) => (await server.call('GET', `shipment-tasks/${id}`, { token: shop.token })).body;
const messages = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await look(id)).rows.map((row: { order_name: string; state: string; message: string }) => [
      row.order_name,
      `${row.state}: ${row.message}`,
    ]),
  );
const statusOf = async ({ trackingNumber }: Parcel) =>
  (await server.call('GET', `get-all-orders?track=${trackingNumber}`, { token: shop.token })).body.data[0];

it('cancelling many parcels cancels each at the courier, then in the store; a refusal shows the courier’s words and can be retried', async () => {
  const [leopards, moving, mnp, postex] = [
    await booked('LEOPARD'),
    await booked('LEOPARD'),
    await booked('MNP'),
    await booked('POSTEX'),
  ];
  await server.sandbox.control('advance', { tracking_number: moving.trackingNumber, to: 'in_transit' });
  const asked = await ask('cancel', [leopards.id, moving.id, mnp.id, postex.id]);
  expect(asked.status).toBe(202);
  expect(asked.body).toMatchObject({
    message: 'Cancelling 4 parcels.',
    data: { total: 4, finished_at: null, counts: { waiting: 4 } },
  });
  const { id } = asked.body.data;
  await work();
  const after = await look(id);
  expect(after.data.counts).toMatchObject({ waiting: 0, 'under-way': 0, done: 3, failed: 1 });
  expect(after.data.finished_at).toBe(server.clock.now.toISOString());
  expect(after.rows[0]).toMatchObject({ order_name: moving.name, state: 'failed' });
  const results = await messages(id);
  expect(results[leopards.name]).toBe('done: Order has been cancelled from courier and unfulfilled from shopify');
  expect(results[mnp.name]).toContain('M&P has no cancel call');
  expect(results[moving.name]).toContain('Leopards refused to cancel');
  expect(await statusOf(moving)).toMatchObject({ booked_packet_status: 'FULFILLED', booking_state: 'booked' });
  expect(await statusOf(postex)).toMatchObject({ booked_packet_status: 'CANCELLED' });
  expect((await shop.consignments()).filter((one) => one.cancelled).map((one) => one.tracking_number)).toEqual(
    expect.arrayContaining([leopards.trackingNumber, postex.trackingNumber]),
  );
  const again = await server.call('POST', `shipment-tasks/${id}/retry`, { token: shop.token });
  expect(again.body.data).toMatchObject({ finished_at: null, counts: { waiting: 1, done: 3 } });
  await work();
  expect((await look(id)).data.counts).toMatchObject({ done: 3, failed: 1 });
});

it('cancelling many parcels stops when the owner restricts the person who asked for it, and goes on when the owner retries', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['UPDATE_ORDERS', 'READ_ORDERS'] });
  const parcel = await booked('LEOPARD');
  const asked = await ask('cancel', [parcel.id], staff.token);
  const { id } = asked.body.data;
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('app_user').set({ is_active: false }).where('id', '=', staff.userId).execute(),
  );
  await work();
  expect((await messages(id))[parcel.name]).toBe(
    'failed: The person who asked for this may no longer cancel bookings. The booking is unchanged.',
  );
  expect(await statusOf(parcel)).toMatchObject({ booking_state: 'booked' });

  const retried = await server.call('POST', `shipment-tasks/${id}/retry`, { token: shop.token });
  expect(retried.body.data.asked_by, 'the task is of the person who retries it').not.toBe(asked.body.data.asked_by);
  await work();
  expect(await statusOf(parcel)).toMatchObject({ booked_packet_status: 'CANCELLED' });
});

it('cancelling many parcels does not resume one for a restricted person if the process was killed before it asked', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['WRITE_ORDERS'] });
  const parcel = await booked('LEOPARD');
  const { id } = (await ask('cancel', [parcel.id], staff.token)).body.data;
  await begun(id, parcel);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('app_user').set({ is_active: false }).where('id', '=', staff.userId).execute(),
  );
  await work();
  expect((await look(id)).data.counts).toMatchObject({ 'under-way': 0, failed: 1 });
  expect(await statusOf(parcel)).toMatchObject({ booking_state: 'booked' });
});

it('cancelling many parcels writes each cancel to the audit trail with the name of the user', async () => {
  const parcel = await booked('POSTEX');
  const colleague = await aUser(server.context, shop.shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS', 'UPDATE_ORDERS'],
  });
  await ask('cancel', [parcel.id], colleague.token);
  await work();
  const events = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('audit_event').select(['action', 'actor_id']).where('subject_id', '=', parcel.id).execute(),
  );
  expect(events).toContainEqual({ action: 'shipment.cancel', actor_id: colleague.userId });
});

it('cancelling many parcels checks an unclear answer again and shows the result', async () => {
  const parcel = await booked('POSTEX');
  await server.sandbox.control('faults', [
    { target: 'postex', operation: 'cancel', kind: 'lose-answer', times: 1 },
    { target: 'postex', operation: 'track', kind: 'error500', times: 1 },
  ]);
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  await work();
  expect((await look(id)).data).toMatchObject({ finished_at: null, counts: { 'under-way': 1 } });
  expect((await messages(id))[parcel.name]).toContain('PostEx did not respond clearly');
  server.clock.advance(60_000);
  await server.work('cancels');
  await work();
  expect((await look(id)).data).toMatchObject({ counts: { done: 1 } });
  expect((await look(id)).data.finished_at).toBe(server.clock.now.toISOString());
});

it('cancelling many parcels cancels a parcel once if two people cancel it at the same moment, and both see the result', async () => {
  const parcel = await booked('POSTEX');
  const [first, second] = await Promise.all([ask('cancel', [parcel.id]), ask('cancel', [parcel.id])]);
  await Promise.all([work(), work()]);
  server.clock.advance(5_000);
  await work();
  for (const asked of [first, second])
    expect((await look(asked.body.data.id)).data).toMatchObject({ counts: { done: 1, failed: 0 } });
});

it('cancelling many parcels waits while a courier takes no calls, and then cancels the rest, also at other couriers', async () => {
  const own = await aBookableShop(server);
  const bookedIn = async (company: Company): Promise<string> =>
    (await own.book(await own.newOrder(), company)).body.data.id;
  const ids: string[] = [];
  for (let index = 0; index < 10; index += 1) ids.push(await bookedIn('POSTEX'));
  ids.push(await bookedIn('LEOPARD'));
  const countsOf = async (id: string) =>
    (await server.call('GET', `shipment-tasks/${id}`, { token: own.token })).body.data.counts;
  await server.sandbox.control('faults', { target: 'postex', operation: 'cancel', kind: 'throttle' });
  const body = { kind: 'cancel', selection: { ids } };
  const { id } = (await server.call('POST', 'shipment-tasks', { token: own.token, body })).body.data;
  await work();
  const counts = await countsOf(id);
  expect(counts).toMatchObject({ done: 1, 'under-way': 0 });
  expect(counts.waiting).toBeGreaterThanOrEqual(4);
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(10_000);
  await work();
  expect(await countsOf(id)).toMatchObject({ waiting: 0, done: 11 - counts.failed, failed: counts.failed });
});

it('a task is finished by another process after a kill in the middle, and cancels each parcel once', async () => {
  const parcels = [await booked('POSTEX'), await booked('POSTEX'), await booked('LEOPARD')];
  const task = (
    await ask(
      'cancel',
      parcels.map(({ id }) => id),
    )
  ).body.data;
  await server.sandbox.control('faults', [{ target: 'postex', operation: 'cancel', kind: 'delay', delayMs: 300 }]);
  await killDuringJob(server, shipmentTaskWork, { shopId: shop.shopId, key: task.id }, () =>
    vi.waitFor(async () => expect((await look(task.id)).data.counts.waiting).toBeLessThan(3), 30_000),
  );
  expect((await look(task.id)).data.finished_at).toBeNull();
  server.clock.advance(3 * 60_000);
  await server.work('cancels');
  await work();
  server.clock.advance(5_000);
  await work();
  expect((await look(task.id)).data.counts).toMatchObject({ waiting: 0, 'under-way': 0, done: 3, failed: 0 });
  for (const parcel of parcels) expect(await statusOf(parcel)).toMatchObject({ booked_packet_status: 'CANCELLED' });
});

it('cancelling many parcels asks the courier again if the process was killed before it asked', async () => {
  const parcel = await booked('LEOPARD');
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  await begun(id, parcel);
  await work();
  expect((await look(id)).data.counts).toMatchObject({ 'under-way': 0, done: 1 });
  expect(await statusOf(parcel)).toMatchObject({ booked_packet_status: 'CANCELLED' });
});

it('cancelling many parcels shows the refusal and does not ask again if the process was killed after the courier refused', async () => {
  const parcel = await booked('LEOPARD');
  await server.sandbox.control('advance', { tracking_number: parcel.trackingNumber, to: 'in_transit' });
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  await begun(id, parcel);
  await server.call('PUT', `cancel-booking/${parcel.trackingNumber}`, { token: shop.token });
  await work();
  expect((await messages(id))[parcel.name]).toMatch(/^failed: Leopards: Cancel refused/);
});

it('cancelling many parcels says that a request did not go through if the process was killed after that', async () => {
  const parcel = await booked('LEOPARD');
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  await begun(id, parcel);
  await server.sandbox.control('faults', { target: 'leopard', operation: 'cancel', kind: 'throttle', times: 1 });
  await server.call('PUT', `cancel-booking/${parcel.trackingNumber}`, { token: shop.token });
  await work();
  expect((await messages(id))[parcel.name]).toMatch(
    /^failed: Courierdesk: Not cancelled: the request to Leopards did not go through \(/,
  );
  // The pause of the account ends.
  server.clock.advance(60_000);
});

/** What a killed process leaves: a started row. */
const begun = (id: string, parcel: Parcel) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment_task_row')
      .set({ state: 'under-way', started_at: server.clock.now })
      .where('task_id', '=', id)
      .where('shipment_id', '=', parcel.id)
      .execute(),
  );

it('cancelling many parcels skips parcels that cannot be cancelled, and refuses a selection without any other', async () => {
  const parcel = await booked('POSTEX');
  const other = await booked('POSTEX');
  await server.call('PUT', `cancel-booking/${parcel.trackingNumber}`, { token: shop.token });
  expect((await ask('cancel', [parcel.id, other.id])).body.data.total).toBe(1);
  await work();
  const refused = await ask('cancel', [parcel.id]);
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].msg).toBe('None of these bookings can be cancelled.');
});

it('cancelling many parcels does not cancel the waiting parcels after the task is stopped', async () => {
  const parcel = await booked('POSTEX');
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  const stopped = await server.call('POST', `shipment-tasks/${id}/stop`, { token: shop.token });
  expect(stopped.body.data.counts).toMatchObject({ waiting: 0, stopped: 1 });
  await work();
  expect((await look(id)).data.finished_at).toBe(server.clock.now.toISOString());
  expect(await statusOf(parcel)).toMatchObject({ booked_packet_status: 'FULFILLED' });
});

it('cancelling many parcels shows the task to everyone until someone dismisses it', async () => {
  const parcel = await booked('POSTEX');
  const { id } = (await ask('cancel', [parcel.id])).body.data;
  const colleague = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const shown = async (): Promise<string[]> =>
    (await server.call('GET', 'shipment-tasks', { token: colleague.token })).body.data.map(
      (task: { id: string }) => task.id,
    );
  const putAway = () => server.call('DELETE', `shipment-tasks/${id}`, { token: shop.token, body: {} });
  expect(await shown()).toContain(id);
  expect((await putAway()).status).toBe(409);
  await work();
  expect((await putAway()).status).toBe(200);
  expect(await shown()).not.toContain(id);
});

it('tracking many parcels asks each courier with its maximum of numbers per call and shows what changed', async () => {
  const parcels = [await booked('LEOPARD'), await booked('TCS'), await booked('POSTEX'), await booked('MNP')];
  for (const { trackingNumber } of parcels)
    await server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'in_transit' });
  const { id } = (
    await ask(
      'track',
      parcels.map((parcel) => parcel.id),
    )
  ).body.data;
  await work();
  expect((await look(id)).data.counts).toMatchObject({ done: 4, failed: 0 });
  expect((await messages(id))[parcels[0]?.name ?? '']).toMatch(/^done: Inprocess: /);
  for (const parcel of parcels) expect(await statusOf(parcel)).toMatchObject({ booked_packet_status: 'INPROCESS' });
  const again = (
    await ask(
      'track',
      parcels.map((parcel) => parcel.id),
    )
  ).body.data;
  await work();
  expect((await messages(again.id))[parcels[0]?.name ?? '']).toMatch(/^done: No change\. Inprocess/);
});

it('tracking many parcels says which of them their courier no longer has', async () => {
  const parcel = await booked('LEOPARD');
  await ask('track', [parcel.id]);
  await work();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ tracking_number: 'LE0000000001' }).where('id', '=', parcel.id).execute(),
  );
  const { id } = (await ask('track', [parcel.id])).body.data;
  await work();
  expect((await messages(id))[parcel.name]).toMatch(/^done: Leopards no longer has this number\. Before: Fulfilled/);
});

it('tracking many parcels fails only the parcels of a courier that does not respond, and they can be retried', async () => {
  const parcels = [await booked('LEOPARD'), await booked('POSTEX')];
  await server.sandbox.control('faults', [{ target: 'postex', operation: 'track', kind: 'error500', times: 1 }]);
  const { id } = (
    await ask(
      'track',
      parcels.map((parcel) => parcel.id),
    )
  ).body.data;
  await work();
  expect((await look(id)).data.counts).toMatchObject({ done: 1, failed: 1 });
  expect((await look(id)).rows[0]).toMatchObject({
    order_name: parcels[1]?.name,
    message: expect.stringMatching(/^PostEx: /),
  });
  await server.call('POST', `shipment-tasks/${id}/retry`, { token: shop.token });
  await work();
  expect((await look(id)).data.counts).toMatchObject({ done: 2, failed: 0 });
});

it('tracking many parcels needs the scope to track, as for one parcel', async () => {
  const { token } = await aUser(server.context, shop.shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS', 'UPDATE_ORDERS'],
  });
  const parcel = await booked('POSTEX');
  expect((await ask('track', [parcel.id], token)).status).toBe(403);
  await server.sandbox.control('faults', [{ target: 'postex', operation: 'track', kind: 'error500', times: 1 }]);
  const { id } = (await ask('track', [parcel.id])).body.data;
  await work();
  expect((await look(id)).data.counts).toMatchObject({ failed: 1 });
  expect((await server.call('POST', `shipment-tasks/${id}/retry`, { token })).status).toBe(403);
  expect((await look(id)).data.counts).toMatchObject({ failed: 1 });
});
