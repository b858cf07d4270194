import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { foldDayCounts } from './fold-day-counts.ts';

let server: TestServer;
let shopId: string;
let token: string;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  server.clock.now = new Date('2026-11-20T12:00:00Z');
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values));
});

const at = (text: string): Date => new Date(`2026-11-${text}Z`);
const booked = (time: string, given: Omit<GivenShipment, 'accountId' | 'bookedAt'> = {}): Promise<string> =>
  aShipment(server.context, shopId, { accountId, bookedAt: at(time), ...given });
const delivered = (from: string, to: string, given: Omit<GivenShipment, 'accountId'> = {}): Promise<string> =>
  booked(from, { status: 'DELIVERED', deliveredAt: at(to), ...given });
const figures = async (query = '') => (await server.call('GET', `get-dashboard-analytics${query}`, { token })).body;
const cities = async (query = '') => (await server.call('GET', `cities-delivery-average${query}`, { token })).body;

async function aWeekOfParcels(): Promise<void> {
  await booked('20T05:00:00', { cod: 1000 });
  await booked('19T05:00:00', { status: 'INPROCESS', cod: 2000, company: 'TCS' });
  await delivered('15T05:00:00', '18T05:00:00', { cod: 400, city: 'Karachi' });
  await delivered('15T05:00:00', '20T05:00:00', { cod: 500, paid: true, city: 'Karachi' });
  await delivered('14T05:00:00', '16T05:00:00', { cod: 700, company: 'TCS', city: 'KARACHI' });
  await booked('14T06:00:00', { status: 'RTS', statusAt: at('19T05:00:00'), cod: 900, city: 'Karachi' });
  await booked('14T07:00:00', { status: 'CANCELLED', cod: 800 });
  await delivered('01T05:00:00', '16T05:00:00', { cod: 300, city: 'Quetta' });
}

test('booked, delivered and returned are counted on their own days', async () => {
  await aWeekOfParcels();
  const { series } = await figures();
  expect(series.step).toBe('day');
  expect(series.data.map((one: Record<string, unknown>) => Object.values(one))).toEqual([
    ['2026-11-14', 3, 0, 0],
    ['2026-11-15', 2, 0, 0],
    ['2026-11-16', 0, 2, 0],
    ['2026-11-17', 0, 0, 0],
    ['2026-11-18', 0, 1, 0],
    ['2026-11-19', 1, 0, 1],
    ['2026-11-20', 1, 1, 0],
  ]);
});

test('couriers are compared by the parcels of the range, without cancelled ones, and paged', async () => {
  await aWeekOfParcels();
  const { couriers } = await figures();
  expect(couriers).toMatchObject({ total: 2, pages: 1, page: 1 });
  expect(couriers.data).toEqual([
    {
      company: 'LEOPARD',
      parcels: 4,
      delivered: 2,
      returned: 1,
      under_way: 1,
      delivery_rate: 50,
      return_rate: 25,
      days_to_deliver: 4,
      small_sample: true,
    },
    {
      company: 'TCS',
      parcels: 2,
      delivered: 1,
      returned: 0,
      under_way: 1,
      delivery_rate: 50,
      return_rate: 0,
      days_to_deliver: 2,
      small_sample: true,
    },
  ]);
  const second = (await figures('?page=2&limit=1')).couriers;
  expect(second.data.map((one: { company: string }) => one.company)).toEqual(['TCS']);
  expect(second).toMatchObject({ page: 2, pages: 2, limit: 1 });
});

test('amounts on the road, delivered and unpaid, and returned: of the range and of all days', async () => {
  await aWeekOfParcels();
  // Paid before its delivery: nothing of it is left to collect.
  await booked('20T06:00:00', { cod: 5000, paid: true });
  expect((await figures()).money).toEqual({
    on_the_road: { range: { parcels: 2, cod: 3000 }, all: { parcels: 2, cod: 3000 } },
    delivered_unpaid: { range: { parcels: 2, cod: 1100 }, all: { parcels: 3, cod: 1400 } },
    returned: { range: { parcels: 1, cod: 900 }, all: { parcels: 1, cod: 900 } },
  });
});

test('cities are compared with the couriers in each, in any letter case', async () => {
  await aWeekOfParcels();
  const { data, total, range } = await cities();
  expect(range).toEqual({ from: '2026-11-14', to: '2026-11-20' });
  expect(total).toBe(2);
  expect(data.map((one: { city: string }) => one.city)).toEqual([expect.stringMatching(/^karachi$/i), 'Lahore']);
  expect(data[0]).toMatchObject({ parcels: 4, delivered: 3, returned: 1, delivery_rate: 75, days_to_deliver: 3.3 });
  expect(data[0].couriers).toMatchObject([
    { company: 'LEOPARD', parcels: 3 },
    { company: 'TCS', parcels: 1, days_to_deliver: 2 },
  ]);
  const quetta = await cities('?city=QUETTA&startDate=2026-11-01&endDate=2026-11-01');
  expect(quetta.data).toMatchObject([{ city: 'Quetta', parcels: 1, days_to_deliver: 15 }]);
  expect((await cities('?city=QUETTA')).data).toEqual([]);
});

test('the worker adds the changes up, and no figure changes by that', async () => {
  await aWeekOfParcels();
  for (let n = 0; n < 200; n += 1) await delivered('18T05:00:00', '20T05:00:00', { city: `City ${n % 7}` });
  const asked = () =>
    Promise.all([
      figures('?bookingDateFrom=2026-11-01'),
      figures('?deliveredDateFrom=2026-11-16&deliveredDateTo=2026-11-18'),
      cities('?startDate=2026-11-01'),
      figures('?city=CITY 3&bookingDateFrom=2026-11-01'),
    ]);
  const before = await asked();
  expect(before[0].totalOrders).toBe(208);
  expect(before[3].totalOrders).toBe(29);
  expect(await foldDayCounts(server.context)).toBe(1);
  const left = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment_day_change').select('id').execute(),
  );
  expect(left).toEqual([]);
  expect(await asked()).toEqual(before);
});

test('figures follow every later change of a parcel, also after they were added up', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 201; n += 1) ids.push(await booked('19T05:00:00', { cod: 100 }));
  await foldDayCounts(server.context);
  const [first, second, third] = ids;
  await withShop(server.context.db, shopId, async (trx) => {
    const row = (id = '') => trx.updateTable('shipment').where('shop_id', '=', shopId).where('id', '=', id);
    await row(first)
      .set({ status: 'DELIVERED', final: true, delivered_at: at('20T05:00:00') })
      .execute();
    await row(second)
      .set({ status: 'RTS', status_at: at('20T05:00:00') })
      .execute();
    await row(third)
      .set({ tracking_number: null, deleted_at: at('20T05:00:00') })
      .execute();
  });
  const { totalOrders, byStatus, series, money } = await figures();
  expect(totalOrders).toBe(200);
  expect(byStatus).toMatchObject({ FULFILLED: 198, DELIVERED: 1, RTS: 1 });
  expect(series.data.at(-1)).toEqual({ day: '2026-11-20', booked: 0, delivered: 1, returned: 1 });
  expect(money.on_the_road.range).toEqual({ parcels: 198, cod: 19_800 });
  expect((await cities()).data).toMatchObject([{ parcels: 200, delivered: 1, returned: 1, days_to_deliver: 1 }]);

  for (let n = 0; n < 201; n += 1) await booked('19T05:00:00', { cod: 100 });
  const asked = () => Promise.all([figures(), figures('?city=Lahore'), cities()]);
  const before = await asked();
  expect(before[0].totalOrders).toBe(401);
  expect(await foldDayCounts(server.context)).toBe(1);
  expect(await asked()).toEqual(before);
});

test('a return counts on the day it began, also after its end', async () => {
  const id = await booked('14T05:00:00', { status: 'RTS', statusAt: at('16T05:00:00') });
  const returnedOn = async () =>
    (await figures()).series.data.filter((one: { returned: number }) => one.returned > 0).map(dayOf);
  const dayOf = ({ day, returned }: { day: string; returned: number }) => [day, returned];
  const change = (values: { status?: string; final?: boolean; status_at: Date }) =>
    withShop(server.context.db, shopId, (trx) =>
      trx.updateTable('shipment').set(values).where('shop_id', '=', shopId).where('id', '=', id).execute(),
    );
  await change({ status_at: at('17T05:00:00') });
  expect(await returnedOn()).toEqual([['2026-11-16', 1]]);
  await change({ status_at: at('19T05:00:00'), final: true });
  expect(await returnedOn()).toEqual([['2026-11-16', 1]]);
  await change({ status_at: at('15T05:00:00') });
  expect(await returnedOn()).toEqual([['2026-11-15', 1]]);
  // The courier took the return back, and it began again.
  await change({ status_at: at('19T06:00:00'), status: 'INPROCESS', final: false });
  expect(await returnedOn()).toEqual([]);
  await change({ status_at: at('20T05:00:00'), status: 'RTS' });
  expect(await returnedOn()).toEqual([['2026-11-20', 1]]);
});

test('parcels that were added after their delivery do not change the days to deliver', async () => {
  for (let n = 0; n < 201; n += 1) await delivered('15T05:00:00', '17T05:00:00', { city: 'Karachi' });
  await delivered('20T05:00:00', '15T05:00:00', { city: 'Karachi' });
  await delivered('20T05:00:00', '15T05:00:00', { city: 'Quetta' });
  const asked = async () => {
    const [{ couriers }, { data }] = await Promise.all([figures(), cities()]);
    return [...couriers.data, ...data];
  };
  const before = await asked();
  expect(before).toMatchObject([
    { company: 'LEOPARD', delivered: 203, days_to_deliver: 2 },
    { city: 'Karachi', delivered: 202, days_to_deliver: 2, couriers: [{ days_to_deliver: 2 }] },
    { city: 'Quetta', delivered: 1, days_to_deliver: null, couriers: [{ days_to_deliver: null }] },
  ]);
  expect(await foldDayCounts(server.context)).toBe(1);
  expect(await asked()).toEqual(before);
});

test('figures of one city', async () => {
  await aWeekOfParcels();
  const { byStatus, series } = await figures('?city=karachi&bookingDateFrom=2026-11-01');
  expect(byStatus).toMatchObject({ DELIVERED: 3, RTS: 1 });
  expect(series.data.find(({ day }: { day: string }) => day === '2026-11-16')).toMatchObject({ delivered: 1 });
  const of19th = await figures('?city=Lahore&bookingDateFrom=2026-11-19&bookingDateTo=2026-11-19');
  expect(of19th).toMatchObject({ totalOrders: 1, couriers: { data: [{ company: 'TCS', parcels: 1 }] } });
});

test('figures of parcels that a search finds, counted one by one', async () => {
  await aWeekOfParcels();
  await delivered('15T05:00:00', '18T05:00:00', { number: 'FIND1', city: 'Karachi' });
  const { totalOrders, series } = await figures('?trackingNumber=FIND1');
  expect(totalOrders).toBe(1);
  expect(series.data.find(({ day }: { day: string }) => day === '2026-11-18')).toMatchObject({ delivered: 1 });
  expect((await figures('?trackingNumber=FIND1&city=Lahore')).totalOrders).toBe(0);
});

test('a range of bookings and one of deliveries together', async () => {
  await aWeekOfParcels();
  const both = '?bookingDateFrom=2026-11-15&deliveredDateFrom=2026-11-16&deliveredDateTo=2026-11-19';
  expect((await figures(both)).totalOrders).toBe(1);
});

test('long ranges are summed up by week and month', async () => {
  await aWeekOfParcels();
  const weeks = (await figures('?bookingDateFrom=2026-06-03&bookingDateTo=2026-11-20')).series;
  expect(weeks.step).toBe('week');
  expect(weeks.data[0].day).toBe('2026-06-03');
  expect(weeks.data.at(-1)).toEqual({ day: '2026-11-16', booked: 2, delivered: 4, returned: 1 });
  const months = (await figures('?bookingDateFrom=2020-01-01&bookingDateTo=2026-11-20')).series;
  expect(months.step).toBe('month');
  expect(months.data).toHaveLength(83);
  expect(months.data.at(-1)).toEqual({ day: '2026-11-01', booked: 8, delivered: 4, returned: 1 });
});
