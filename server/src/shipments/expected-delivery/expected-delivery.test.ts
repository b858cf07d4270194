import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { foldDayCounts } from '../../insights/analytics/fold-day-counts.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A Monday, far from holidays that follow the moon. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const day = 86_400_000;

let server: TestServer;
let shopId: string;
let token: string;
let accountId: string;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = new Date(monday);
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values));
});

const daysAgo = (days: number): Date => new Date(monday - days * day);

/** Delivered parcels, booked on days from 5 to 44 days ago, that took the given days one after the other. */
async function deliveries(count: number, days: readonly number[], given: Partial<GivenShipment> = {}): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const bookedAt = daysAgo(5 + ((n * 7) % 40));
    const deliveredAt = new Date(bookedAt.getTime() + (days[n % days.length] ?? 2) * day);
    await aShipment(server.context, shopId, { accountId, bookedAt, status: 'DELIVERED', deliveredAt, ...given });
  }
}

/** A parcel to Lahore, booked yesterday and on its way, checked a moment ago. */
async function aParcel(given: Partial<GivenShipment> = {}, events: readonly { at: Date; text: string }[] = []) {
  counter += 1;
  const number = `LE88${counter}`;
  const id = await aShipment(server.context, shopId, {
    accountId,
    number,
    status: 'INPROCESS',
    bookedAt: daysAgo(1),
    statusAt: daysAgo(1),
    ...given,
  });
  await withShop(server.context.db, shopId, async (trx) => {
    await trx.updateTable('shipment').set({ last_tracked_at: server.clock.now }).where('id', '=', id).execute();
    for (const event of events)
      await trx
        .insertInto('shipment_event')
        .values({
          shop_id: shopId,
          shipment_id: id,
          id: newId(event.at),
          ...event,
          code: '',
          location: '',
          detail: '',
          recorded_at: event.at,
        })
        .execute();
  });
  return number;
}

const publicly = async (number: string) =>
  (await server.call('GET', `track-order-public/${number}`)).body.order.expected_delivery;
const forStaff = async (number: string) =>
  (await server.call('GET', `track-order/${number}?stored=true`, { token })).body.order.expected_delivery;

test('a parcel gets the days within which most parcels of this courier reached its city', async () => {
  await deliveries(30, [2, 2, 3, 3, 3, 4]);
  await deliveries(30, [1], { city: 'Karachi' });
  await deliveries(30, [9], { company: 'TCS' });
  const number = await aParcel();
  const expected = { from: '2026-11-24', to: '2026-11-26', by: 'history', late: false };
  expect(await publicly(number)).toEqual(expected);
  expect(await forStaff(number)).toEqual(expected);
});

test('the same days are said after the worker added the deliveries up', async () => {
  await deliveries(210, [2, 2, 3, 3, 3, 4]);
  const number = await aParcel();
  const before = await publicly(number);
  expect(before).toMatchObject({ to: '2026-11-26' });
  expect(await foldDayCounts(server.context)).toBe(1);
  expect(await publicly(number)).toEqual(before);
});

test('deliveries of other shops say nothing', async () => {
  const { shopId: other } = await aShop(server.context);
  const { accountId: theirs } = await anAccount(server.context, other, 'LEOPARD', demoAccounts.LEOPARD.values);
  for (let n = 0; n < 30; n += 1)
    await aShipment(server.context, other, {
      accountId: theirs,
      bookedAt: daysAgo(10 + n),
      status: 'DELIVERED',
      deliveredAt: daysAgo(8 + n),
    });
  expect(await publicly(await aParcel())).toBeNull();
});

test('a city with few deliveries takes the days of the courier, if they fit', async () => {
  await deliveries(120, [2, 3]);
  await deliveries(4, [3], { city: 'Okara' });
  await deliveries(4, [8], { city: 'Gilgit' });
  expect(await publicly(await aParcel({ city: 'Okara' }))).toMatchObject({ from: '2026-11-24', to: '2026-11-25' });
  expect(await publicly(await aParcel({ city: 'Gilgit' }))).toBeNull();
  expect(await publicly(await aParcel({ city: 'Chitral' }))).toBeNull();
});

test('days on which the courier never delivers are left out', async () => {
  // Booked on every day, delivered after two days; after three where a Sunday lies between.
  for (let n = 5; n < 45; n += 1) {
    const bookedAt = daysAgo(n);
    const weekday = bookedAt.getUTCDay();
    const deliveredAt = daysAgo(n - (weekday === 5 || weekday === 6 ? 3 : 2));
    for (let again = 0; again < 3; again += 1)
      await aShipment(server.context, shopId, { accountId, bookedAt, status: 'DELIVERED', deliveredAt });
  }
  const onSaturday = await aParcel({ bookedAt: daysAgo(2), statusAt: daysAgo(1) }, [
    { at: daysAgo(1), text: 'Dispatched' },
  ]);
  expect(await publicly(onSaturday)).toEqual({ from: '2026-11-24', to: '2026-11-24', by: 'history', late: false });
});

describe('nothing is said', () => {
  beforeEach(() => deliveries(30, [2, 3, 4]));

  test.each<[string, Partial<GivenShipment>]>([
    ['delivered', { status: 'DELIVERED', deliveredAt: daysAgo(0) }],
    ['returning', { status: 'RTS' }],
    ['cancelled', { status: 'CANCELLED' }],
    ['being cancelled', { state: 'cancelling' }],
    ['held by the courier', { trouble: 'held' }],
    ['imported, so we do not follow it', { accountId: null }],
    ['not picked up on the day before the first day', { status: 'FULFILLED', bookedAt: daysAgo(2) }],
  ])('nothing is said about a parcel that is %s', async (_, given) => {
    expect(await publicly(await aParcel(given))).toBeNull();
  });

  test('nothing is said after a failed attempt, also when the courier tries again', async () => {
    const number = await aParcel({}, [
      { at: daysAgo(0.9), text: 'Pending' },
      { at: daysAgo(0.5), text: 'Arrived at Station' },
    ]);
    expect(await publicly(number)).toBeNull();
  });

  test('nothing is said about a parcel without news for three days, until it is late', async () => {
    const booked = { bookedAt: daysAgo(4), statusAt: daysAgo(4) };
    const stuck = await aParcel(booked, [{ at: daysAgo(3.5), text: 'Dispatched' }]);
    expect(await publicly(stuck)).toBeNull();
    server.clock.advance(day);
    expect(await forStaff(stuck)).toMatchObject({ late: true });
  });

  test('nothing is said on the day on which it is out for delivery, which the page says already', async () => {
    const number = await aParcel({}, [{ at: daysAgo(0.05), text: 'Assign to Courier' }]);
    expect(await publicly(number)).toBeNull();
  });
});

test('a parcel that is past its days is late, and the days that are gone are not offered', async () => {
  await deliveries(30, [2, 3, 4]);
  const number = await aParcel({ bookedAt: daysAgo(3) }, [{ at: daysAgo(0.5), text: 'Arrived at Station' }]);
  expect(await publicly(number)).toEqual({ from: '2026-11-23', to: '2026-11-24', by: 'history', late: false });
  server.clock.advance(2 * day);
  expect(await forStaff(number)).toMatchObject({ to: '2026-11-24', late: true });
});

test('a booked parcel gets its days at once, and loses them if it is not picked up in time', async () => {
  await deliveries(30, [3, 4]);
  const number = await aParcel({ status: 'FULFILLED', bookedAt: daysAgo(0) });
  expect(await publicly(number)).toMatchObject({ from: '2026-11-26', to: '2026-11-27' });
  server.clock.advance(2 * day);
  expect(await forStaff(number)).toBeNull();
});

test('too little is known of a courier with 19 deliveries', async () => {
  await deliveries(19, [2]);
  expect(await publicly(await aParcel())).toBeNull();
});

test('too little is known of a shop that began three weeks ago', async () => {
  for (let n = 0; n < 40; n += 1)
    await aShipment(server.context, shopId, {
      accountId,
      bookedAt: daysAgo(5 + (n % 15)),
      status: 'DELIVERED',
      deliveredAt: daysAgo(3 + (n % 15)),
    });
  expect(await publicly(await aParcel())).toBeNull();
});

test('too little is known of a city whose parcels take from one day to eight', async () => {
  await deliveries(40, [1, 2, 4, 6, 8]);
  expect(await publicly(await aParcel())).toBeNull();
});

test('too little is known when most parcels of the last week came late', async () => {
  await deliveries(80, [2, 2, 3]);
  for (let n = 0; n < 8; n += 1)
    await aShipment(server.context, shopId, {
      accountId,
      bookedAt: daysAgo(9 + (n % 3)),
      status: 'DELIVERED',
      deliveredAt: daysAgo(n % 3),
    });
  expect(await publicly(await aParcel())).toBeNull();
});

test('too little is known of a time around Eid', async () => {
  server.clock.now = new Date('2027-03-08T09:00:00Z');
  const ago = (days: number): Date => new Date(server.clock.now.getTime() - days * day);
  for (let n = 0; n < 40; n += 1)
    await aShipment(server.context, shopId, {
      accountId,
      bookedAt: ago(5 + n),
      status: 'DELIVERED',
      deliveredAt: ago(3 + n),
    });
  expect(await publicly(await aParcel({ bookedAt: ago(1) }))).toBeNull();
  server.clock.now = new Date('2027-02-22T09:00:00Z');
  const earlier = await aParcel({ bookedAt: new Date(server.clock.now.getTime() - day) });
  expect(await publicly(earlier)).toMatchObject({ late: false });
});
