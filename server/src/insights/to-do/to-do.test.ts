import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { aStoreOrder } from '../../testing/a-store-order.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;
let userId: string;
let accountId: string;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  server.clock.now = now;
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token, userId } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values));
});

const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const soon = hoursAgo(-1);
const parcel = (given: Omit<GivenShipment, 'accountId'>): Promise<string> =>
  aShipment(server.context, shopId, { accountId, ...given });
const get = async (path: string, as = token) => (await server.call('GET', path, { token: as })).body;
async function toDo(as = token): Promise<Record<string, [number, string | null]>> {
  const { data, more } = await get('to-do-items', as);
  return Object.fromEntries(
    [...data, ...more].map((item: { kind: string; count: number; oldest_at: string | null }) => [
      item.kind,
      [item.count, item.oldest_at],
    ]),
  );
}
const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id).toSorted();
const write = (work: Parameters<typeof withShop<unknown>>[2]) => withShop(server.context.db, shopId, work);

async function printed(shipmentId: string): Promise<void> {
  const print = { kind: 'airway-bill', times: 1, first_at: now, last_at: now, last_by: 'Test' };
  await write((trx) =>
    trx
      .insertInto('shipment_print')
      .values({ shop_id: shopId, shipment_id: shipmentId, ...print })
      .execute(),
  );
}

async function aDifference(given: {
  subject: string;
  state?: string;
  first_seen_at?: Date;
  shipment_id?: string;
  case_kinds?: string[];
}): Promise<void> {
  const sides = { store_says: 'Not fulfilled', courier_says: '', we_say: 'Delivered' };
  const found = {
    source: 'parcels',
    run_id: 'run',
    first_seen_at: now,
    last_seen_at: now,
    state: 'open',
    detail: '{}',
  };
  const about = { kind: 'unfulfilled-in-store', company: 'TCS', order_name: '#1', repair: 'fulfil-in-store' };
  const values = { shop_id: shopId, id: newId(), case_kinds: [], ...sides, ...found, ...about, ...given };
  await write((trx) => trx.insertInto('difference').values(values).execute());
}

async function aCase(shipmentId: string, kind: string, openedAt: Date): Promise<void> {
  const values = { shop_id: shopId, id: newId(), shipment_id: shipmentId, kind, detail: '{}', opened_at: openedAt };
  await write((trx) => trx.insertInto('attention').values(values).execute());
}

test('a shop without open work has an empty list', async () => {
  await parcel({ status: 'DELIVERED', deliveredAt: now });
  expect(await get('to-do-items')).toEqual({ data: [], more: [], resolving: 0 });
});

test('parcels that wait: counted with the oldest, and the orders list shows exactly these', async () => {
  const isPrinted = await parcel({ bookedAt: hoursAgo(3) });
  await printed(isPrinted);
  const unprinted = await parcel({ bookedAt: hoursAgo(20) });
  await parcel({ bookedAt: hoursAgo(8 * 24) });
  const late = await parcel({ bookedAt: hoursAgo(49), nextTrackAt: soon });
  await printed(late);
  await parcel({ bookedAt: hoursAgo(300), status: 'INPROCESS', nextTrackAt: soon, lastNewsAt: hoursAgo(71) });
  const stuck = await parcel({
    bookedAt: hoursAgo(300),
    status: 'INPROCESS',
    nextTrackAt: soon,
    lastNewsAt: hoursAgo(73),
  });
  const tried = await parcel({ status: 'INPROCESS', trouble: 'attempted', lastNewsAt: hoursAgo(5) });
  const goesBack = await parcel({ status: 'INPROCESS', trouble: 'return-next', lastNewsAt: hoursAgo(9) });
  await parcel({ status: 'INPROCESS', trouble: 'held' });
  await parcel({ status: 'DELIVERED', trouble: 'attempted', deliveredAt: now });

  const open = await toDo();
  expect(open).toMatchObject({
    'unprinted-labels': [1, hoursAgo(20).toISOString()],
    'not-picked-up': [1, hoursAgo(49).toISOString()],
    stuck: [1, hoursAgo(73).toISOString()],
    'failed-attempts': [2, hoursAgo(9).toISOString()],
    'no-load-sheet': [3, hoursAgo(49).toISOString()],
  });
  expect(idsOf(await get('get-all-orders?todo=UNPRINTED'))).toEqual([unprinted]);
  expect(idsOf(await get('get-all-orders?todo=NOT_PICKED_UP'))).toEqual([late]);
  expect(idsOf(await get('get-all-orders?todo=stuck'))).toEqual([stuck]);
  const attempted = await get('get-all-orders?todo=ATTEMPTED');
  expect(idsOf(attempted)).toEqual([tried, goesBack].toSorted());
  expect(attempted.totalOrders).toBe(2);
  const [account] = (await get('load-sheets/waiting')).data;
  expect(account.parcels).toBe(3);
});

test('late parcels come first, with the oldest and the money at stake, and the orders list shows exactly these', async () => {
  const open = { status: 'INPROCESS', nextTrackAt: soon } as const;
  // The shop's day is that of Pakistan: 19 November ended 17 hours ago.
  const day19 = new Date('2026-11-19T18:59:00Z');
  const day20 = new Date('2026-11-19T19:00:00Z');
  const expected = await parcel({ ...open, bookedAt: hoursAgo(30), expectedAt: day19, cod: 2000 });
  await parcel({ ...open, bookedAt: hoursAgo(500), expectedAt: day20, cod: 7 });
  const old = await parcel({ ...open, bookedAt: hoursAgo(73), cod: 500 });
  const waiting = await parcel({ bookedAt: hoursAgo(600), nextTrackAt: soon, cod: 900, paid: true });
  await parcel({ ...open, bookedAt: hoursAgo(71) });
  await parcel({ ...open, bookedAt: hoursAgo(200), status: 'RTS' });
  await parcel({ ...open, bookedAt: hoursAgo(200), status: 'DELIVERED', deliveredAt: now });
  await parcel({ ...open, bookedAt: hoursAgo(200), status: 'CANCELLED' });
  await parcel({ ...open, bookedAt: hoursAgo(200), state: 'cancelling' });
  // Checked no longer: a case.
  await parcel({ bookedAt: hoursAgo(1000), status: 'INPROCESS' });
  await aShipment(server.context, shopId, { ...open, accountId: null, company: 'Trax', bookedAt: hoursAgo(200) });

  const [first] = (await get('to-do-items')).data;
  expect(first).toEqual({
    kind: 'late-parcels',
    count: 3,
    oldest_at: hoursAgo(600).toISOString(),
    amount: 2500,
  });
  const list = await get('get-all-orders?todo=LATE&sort=booked&dir=asc');
  expect(list.totalOrders).toBe(3);
  expect(list.data.map((row: { id: string; late_since: string }) => [row.id, row.late_since])).toEqual([
    [waiting, hoursAgo(600 - 72).toISOString()],
    [old, hoursAgo(1).toISOString()],
    [expected, '2026-11-19T19:00:00.000Z'],
  ]);
  const { data } = await get('get-all-orders?limit=200');
  expect(data.filter((row: { late_since: string | null }) => row.late_since)).toHaveLength(3);
  expect(idsOf(await get('get-all-orders?todo=late&status=INPROCESS'))).toEqual([old, expected].toSorted());
});

test('parcels that a courier left out of its payments are counted with their COD, and the orders list shows exactly these', async () => {
  const daysAgo = (days: number): Date => hoursAgo(days * 24);
  const delivered = (days: number, given: Partial<Omit<GivenShipment, 'accountId'>> = {}): Promise<string> =>
    parcel({ status: 'DELIVERED', bookedAt: daysAgo(days + 3), deliveredAt: daysAgo(days), cod: 1000, ...given });
  await delivered(40);
  await delivered(30, { paid: true });
  const first = await delivered(29, { cod: 2500 });
  const second = await delivered(15, { cod: 900 });
  await delivered(20, { cod: 0 });
  await delivered(20, { status: 'RTS' });
  await delivered(13);
  await delivered(12, { paid: true });
  // This courier never paid, so nothing is missing.
  await delivered(20, { company: 'TCS' });
  const { more } = await get('to-do-items');
  expect(more).toEqual([{ kind: 'missing-payments', count: 2, oldest_at: daysAgo(29).toISOString(), amount: 3400 }]);
  expect(idsOf(await get('get-all-orders?todo=MISSING_PAYMENT'))).toEqual([first, second].toSorted());
});

test('no payment is missing in a shop that records none, or of a parcel delivered after all that were paid', async () => {
  const daysAgo = (days: number): Date => hoursAgo(days * 24);
  const delivered = (days: number, paid = false): Promise<string> =>
    parcel({ status: 'DELIVERED', bookedAt: daysAgo(days + 3), deliveredAt: daysAgo(days), paid });
  await delivered(40);
  expect(await toDo()).toEqual({});
  await delivered(60, true);
  await delivered(50, true);
  await delivered(200, true);
  await delivered(190);
  expect(await toDo()).toEqual({});
});

test('a page of version 0.2.0 that is open during an upgrade gets no To do item of a kind that it does not know', async () => {
  await parcel({ nextTrackAt: hoursAgo(25), bookedAt: hoursAgo(80) });
  const { data } = await get('to-do-items');
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['unprinted-labels', 'no-load-sheet']);
  expect(Object.keys(await toDo())).toContain('unchecked');
});

test('a parcel that nobody checked for a day is neither late nor stuck, and waits until it is checked', async () => {
  const unchecked = { nextTrackAt: hoursAgo(25), cod: 500 };
  const booked = await parcel({ ...unchecked, bookedAt: hoursAgo(80) });
  await printed(booked);
  const onItsWay = await parcel({
    ...unchecked,
    status: 'INPROCESS',
    bookedAt: hoursAgo(90),
    lastNewsAt: hoursAgo(80),
  });
  await parcel({ status: 'INPROCESS', bookedAt: hoursAgo(30), nextTrackAt: hoursAgo(23) });
  await parcel({ ...unchecked, status: 'INPROCESS', bookedAt: hoursAgo(31 * 24) });
  await parcel({ ...unchecked, status: 'DELIVERED', deliveredAt: hoursAgo(50) });
  await parcel({ ...unchecked, status: 'CANCELLED', bookedAt: hoursAgo(80) });

  const open = await toDo();
  expect(open).toEqual({
    unchecked: [2, hoursAgo(90).toISOString()],
    'no-load-sheet': [1, hoursAgo(80).toISOString()],
  });
  const list = await get('get-all-orders?todo=unchecked');
  expect(idsOf(list)).toEqual([booked, onItsWay].toSorted());
  expect(list.data.map((row: { late_since: string | null }) => row.late_since)).toEqual([null, null]);

  await write((trx) =>
    trx
      .updateTable('shipment')
      .set({ next_track_at: soon })
      .where('shop_id', '=', shopId)
      .where('id', 'in', [booked, onItsWay])
      .execute(),
  );
  expect(await toDo()).toMatchObject({
    'late-parcels': [2, expect.anything()],
    'not-picked-up': [1, expect.anything()],
  });
});

test('store orders: ready to book, and those that need a look', async () => {
  await aStoreOrder(server.context, shopId, { placedAt: hoursAgo(30) });
  await aStoreOrder(server.context, shopId, { placedAt: hoursAgo(10) });
  await aStoreOrder(server.context, shopId, { placedAt: hoursAgo(50), problems: ['phone-missing'] });
  expect(await toDo()).toEqual({
    'ready-to-book': [2, hoursAgo(30).toISOString()],
    'needs-a-look': [1, hoursAgo(50).toISOString()],
  });
});

test('while no courier account is active, no order is ready to book, and each needs a look for that reason', async () => {
  await aStoreOrder(server.context, shopId);
  await write((trx) =>
    trx.updateTable('courier_account').set({ in_active: true }).where('shop_id', '=', shopId).execute(),
  );
  expect(await toDo()).toEqual({ 'needs-a-look': [1, expect.anything()] });
  expect(await get('store-orders?tab=look')).toMatchObject({
    counts: { ready: 0, look: 1 },
    data: [{ problems: ['account-missing'] }],
  });
});

test('cases by group, and the attention page shows those of one group', async () => {
  const id = await parcel({ status: 'DELIVERED', deliveredAt: now });
  await aCase(id, 'late-consignment', hoursAgo(5));
  await aCase(id, 'store-conflict', hoursAgo(4));
  await aCase(id, 'store-update-failed', hoursAgo(6));
  await aCase(id, 'no-news', hoursAgo(3));
  expect(await toDo()).toEqual({
    'uncertain-bookings': [1, hoursAgo(5).toISOString()],
    'failed-store-updates': [2, hoursAgo(6).toISOString()],
    'other-cases': [1, hoursAgo(3).toISOString()],
  });
  const about = async (group: string) => get(`shipments/attention?about=${group}`);
  expect(await about('store-updates')).toMatchObject({
    total: 2,
    to_decide: 2,
    data: [{ kind: 'store-update-failed' }, { kind: 'store-conflict' }],
  });
  expect(await about('bookings')).toMatchObject({ total: 1, data: [{ kind: 'late-consignment' }] });
  expect(await about('others')).toMatchObject({ total: 1, data: [{ kind: 'no-news' }] });
});

test('a group of cases that cannot be read is refused, instead of all cases', async () => {
  const { status, body } = await server.call('GET', 'shipments/attention?about=nonsense', { token });
  expect([status, body.errors?.[0].field]).toEqual([400, 'about']);
});

test('open differences, without those that are dismissed or have a case', async () => {
  const shipmentId = await parcel({ status: 'DELIVERED', deliveredAt: now });
  await aDifference({ subject: 'first', first_seen_at: hoursAgo(9) });
  await aDifference({ subject: 'second', first_seen_at: hoursAgo(4) });
  await aDifference({ subject: 'third', state: 'dismissed' });
  await aDifference({ subject: 'fourth', shipment_id: shipmentId, case_kinds: ['store-conflict'] });
  await aCase(shipmentId, 'store-conflict', hoursAgo(2));
  expect(await toDo()).toMatchObject({ differences: [2, hoursAgo(9).toISOString()] });
});

test('unfinished imports: under way, or stopped within a week; the list shows exactly these', async () => {
  const anImport = async (state: string, createdAt: Date): Promise<string> => {
    const id = newId(createdAt);
    const given = { kind: 'payment-status', file_name: 'a.csv', company: '', notify_customer: false, total: 1 };
    const by = { asked_by: 'Test', asked_by_tag: 'T1', next_at: now, created_at: createdAt };
    await write((trx) =>
      trx
        .insertInto('import')
        .values({ shop_id: shopId, id, state, ...given, ...by })
        .execute(),
    );
    return id;
  };
  const running = await anImport('under-way', hoursAgo(1));
  const stopped = await anImport('stopped', hoursAgo(24));
  await anImport('stopped', hoursAgo(8 * 24));
  await anImport('done', hoursAgo(2));
  expect(await toDo()).toEqual({ 'unfinished-imports': [2, hoursAgo(24).toISOString()] });
  const list = await get('imports?unfinished=true');
  expect(idsOf(list)).toEqual([running, stopped].toSorted());
  expect(list.total).toBe(2);
  expect((await get('imports')).total).toBe(4);
});

test('unfinished batches: with rows that wait for a person or a worker; the list shows exactly these', async () => {
  const orderId = await aStoreOrder(server.context, shopId, { cancelledAt: now });
  const aBatch = async (number: number, state: string): Promise<string> => {
    const id = newId();
    await write(async (trx) => {
      const by = { created_by: 'Test', created_by_user_id: userId, created_at: hoursAgo(number) };
      await trx
        .insertInto('batch')
        .values({ shop_id: shopId, id, number, orders_hash: randomUUID(), ...by })
        .execute();
      const empty = { fields: '{}', facts: '{}', issues: '[]', destination_name: '', account_id: '', version: '' };
      const row = { shop_id: shopId, id: newId(), batch_id: id, position: 0, store_order_id: orderId, state };
      await trx
        .insertInto('batch_row')
        .values({ ...row, ready: true, account_because: '', cod: 0, ...empty })
        .execute();
    });
    return id;
  };
  const draft = await aBatch(1, 'draft');
  const changed = await aBatch(2, 'changed');
  await aBatch(3, 'booked');
  await aBatch(4, 'failed');
  expect(await toDo()).toEqual({ 'unfinished-batches': [2, hoursAgo(2).toISOString()] });
  const list = await get('batches?unfinished=true');
  expect(idsOf(list)).toEqual([draft, changed].toSorted());
  expect(list.total).toBe(2);
});

test('people see only what they may open', async () => {
  await aStoreOrder(server.context, shopId);
  await parcel({ bookedAt: hoursAgo(1) });
  const staff = async (...scopes: ('READ_ANALYTICS' | 'READ_ORDERS' | 'BOOK_ORDERS')[]) =>
    (await aUser(server.context, shopId, { role: 'USER', scopes })).token;
  expect(Object.keys(await toDo(await staff('READ_ANALYTICS')))).toEqual([]);
  expect(Object.keys(await toDo(await staff('READ_ANALYTICS', 'READ_ORDERS')))).toEqual(['unprinted-labels']);
  expect(Object.keys(await toDo(await staff('READ_ANALYTICS', 'BOOK_ORDERS')))).toEqual([
    'ready-to-book',
    'no-load-sheet',
  ]);
});

test('the checklist of a new shop remembers what is done, and goes away', async () => {
  const done = async (): Promise<string[]> => {
    const { data } = await get('checklist-steps');
    return data.filter((one: { done: boolean }) => one.done).map((one: { step: string }) => one.step);
  };
  expect(await get('checklist-steps')).toEqual({
    data: ['courier', 'settings', 'booking', 'printing', 'colleague'].map((step) => ({ step, done: false })),
    is_new: true,
  });
  await write((trx) =>
    trx.updateTable('courier_account').set({ last_success_at: now }).where('shop_id', '=', shopId).execute(),
  );
  await server.call('POST', 'checklist-steps', { token, body: { step: 'settings' } });
  await server.call('POST', 'checklist-steps', { token, body: { step: 'settings' } });
  expect(await done()).toEqual(['courier', 'settings']);
  await printed(await parcel({}));
  expect(await done()).toEqual(['courier', 'settings', 'booking', 'printing']);
  await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect(await get('checklist-steps')).toEqual({ data: [], is_new: false });
});

test('the checklist can be hidden for the shop, which is recorded once', async () => {
  const hide = () => server.call('POST', 'checklist-steps', { token, body: { step: 'hidden' } });
  expect((await hide()).body).toEqual({ message: 'Checklist hidden' });
  await hide();
  expect(await get('checklist-steps')).toEqual({ data: [], is_new: true });
  const events = await write((trx) =>
    trx.selectFrom('audit_event').select('action').where('shop_id', '=', shopId).execute(),
  );
  expect(events).toEqual([{ action: 'checklist.hidden' }]);
});
