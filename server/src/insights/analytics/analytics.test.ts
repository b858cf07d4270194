import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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

type Given = { status?: ShipmentStatus; deliveredAt?: string; city?: string; company?: string; numbered?: boolean };

/** A shipment that was booked at this UTC time. */
async function booked(at: string, given: Given = {}): Promise<string> {
  const id = newId();
  const number = given.numbered === false ? null : `N${id}`.toUpperCase();
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('shipment')
      .values({
        shop_id: shopId,
        id,
        account_id: accountId,
        company: given.company ?? 'LEOPARD',
        reference: `CD-${id}`,
        booking_state: number ? 'booked' : 'uncertain',
        status: given.status ?? 'FULFILLED',
        final: given.status === 'DELIVERED' || given.status === 'CANCELLED',
        tracking_number: number,
        order_name: '#1001',
        cod: '1500.00',
        weight: 500,
        pieces: 1,
        consignee_name: 'Ayesha Khan',
        consignee_email: '',
        consignee_phone: '03001234567',
        consignee_phone2: '',
        consignee_phone3: '',
        consignee_address: 'Street 1',
        city: given.city ?? 'Lahore',
        destination_city: given.city ?? 'Lahore',
        destination_city_id: '1',
        products_list: '1 x Kurta',
        remarks: '',
        payment_status: 'UNPAID',
        booked_by: 'T1',
        notify_customer: false,
        claimed_at: at,
        booked_at: number ? at : null,
        delivered_at: given.deliveredAt ?? null,
        search_text: `#1001 ayesha khan ${number ?? ''}`.toLowerCase(),
        created_at: at,
      })
      .execute(),
  );
  return id;
}

const figures = async (query = '', as = token) =>
  (await server.call('GET', `get-dashboard-analytics${query}`, { token: as })).body;

test('the last seven days by status, with the seven before; returning parcels are under way too', async () => {
  await booked('2026-11-20T11:00:00Z');
  await booked('2026-11-19T11:00:00Z', { status: 'INPROCESS' });
  await booked('2026-11-18T11:00:00Z', { status: 'RTS' });
  await booked('2026-11-17T11:00:00Z', { status: 'DELIVERED' });
  await booked('2026-11-16T11:00:00Z', { status: 'CANCELLED' });
  await booked('2026-11-15T11:00:00Z', { numbered: false });
  await booked('2026-11-10T11:00:00Z', { status: 'RTS' });
  await booked('2026-11-09T11:00:00Z', { status: 'DELIVERED' });
  await booked('2026-10-09T11:00:00Z');
  expect(await figures()).toMatchObject({
    totalOrders: 5,
    byStatus: { FULFILLED: 1, INPROCESS: 2, DELIVERED: 1, CANCELLED: 1, RTS: 1 },
    returning: 1,
    before: { totalOrders: 2, byStatus: { FULFILLED: 0, INPROCESS: 1, DELIVERED: 1, CANCELLED: 0, RTS: 1 } },
    range: { from: '2026-11-14', to: '2026-11-20' },
    attention: 0,
    resolving: 0,
  });
});

test("a day begins and ends at the shop's midnight", async () => {
  await booked('2026-11-04T18:59:59Z');
  await booked('2026-11-04T19:00:00Z');
  await booked('2026-11-05T18:59:59Z');
  await booked('2026-11-05T19:00:00Z');
  expect((await figures('?bookingDateFrom=2026-11-05&bookingDateTo=2026-11-05')).totalOrders).toBe(2);
});

test('a delivery range goes by the delivery date of the parcel', async () => {
  await booked('2026-11-01T10:00:00Z', { status: 'DELIVERED', deliveredAt: '2026-11-05T10:00:00Z' });
  await booked('2026-11-01T10:00:00Z', { status: 'DELIVERED', deliveredAt: '2026-11-08T10:00:00Z' });
  await booked('2026-11-01T10:00:00Z');
  const { totalOrders, range } = await figures('?deliveredDateFrom=2026-11-05&deliveredDateTo=2026-11-06');
  expect(totalOrders).toBe(1);
  expect(range).toEqual({ from: '2026-11-05', to: '2026-11-06' });
});

test('every parameter filters the figures', async () => {
  const one = await booked('2026-11-20T10:00:00Z', { city: 'KARACHI', company: 'TCS', status: 'INPROCESS' });
  await booked('2026-11-20T10:00:00Z');
  const total = async (query: string): Promise<number> => (await figures(query)).totalOrders;
  expect(await total('')).toBe(2);
  for (const query of ['city=karachi', 'company=TCS', 'status=INPROCESS', `trackingNumber=n${one}`, `query=n${one}`])
    expect([query, await total(`?${query}`)]).toEqual([query, 1]);
  expect(await total('?status=inprocess&company=tcs')).toBe(1);
  expect(await total('?bookingDateFrom=2026-11-21&bookingDateTo=2026-11-19')).toBe(2);
  expect(await total('?query=100%25')).toBe(0);
  expect(await total('?query=Ayesha')).toBe(2);
});

test('a parameter that is empty is not set', async () => {
  await booked('2026-11-20T10:00:00Z');
  const dates = ['bookingDateFrom', 'bookingDateTo', 'deliveredDateFrom', 'deliveredDateTo'];
  for (const name of ['query', 'city', 'status', 'trackingNumber', 'company', ...dates])
    expect([name, (await figures(`?${name}=`)).totalOrders]).toEqual([name, 1]);
});

test('open cases that need a person are counted', async () => {
  const id = await booked('2026-11-20T10:00:00Z');
  const attention = { shop_id: shopId, shipment_id: id, detail: '{}', opened_at: server.clock.now };
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('attention')
      .values([
        { ...attention, id: newId(), kind: 'one' },
        { ...attention, id: newId(), kind: 'two', closed_at: server.clock.now },
      ])
      .execute(),
  );
  expect((await figures()).attention).toBe(1);
});

test("another shop's parcels are never counted, and the dashboard needs its scope", async () => {
  await booked('2026-11-20T10:00:00Z');
  const elsewhere = await aShop(server.context);
  const stranger = await aUser(server.context, elsewhere.shopId);
  expect((await figures('', stranger.token)).totalOrders).toBe(0);
  const staff = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await server.call('GET', 'get-dashboard-analytics', { token: staff.token })).status).toBe(403);
  expect((await server.call('GET', 'get-dashboard-analytics')).status).toBe(401);
});
