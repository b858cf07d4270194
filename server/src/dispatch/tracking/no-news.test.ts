import { companies, type Company } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../base/context.ts';
import type { Courier, CourierTracking } from '../../adapters/couriers/courier.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { trackingWork } from './jobs.ts';
import { trackShipments } from './track-shipments.ts';

let server: TestServer;
const day = 24 * 3_600_000;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());

/** A shop with one returning parcel per courier. The couriers always give the same answer. */
async function aShopWithReturns() {
  const { shopId } = await aShop(server.context, { plan: 'YEARLY' });
  const { token } = await aUser(server.context, shopId);
  const mark = shopId.slice(-8).toUpperCase();
  const parcels = new Map<Company, { id: string; tracking_number: string }>();
  for (const company of companies) {
    const { accountId } = await anAccount(server.context, shopId, company, courierValues[company]);
    const given = { company, tracking_number: `LE${company}${mark}`, next_track_at: server.clock.now };
    for (const parcel of await bookedShipments(server, { shopId, accountId }, [given])) parcels.set(company, parcel);
  }
  /** Numbers of this shop. Parcels of other tests are tracked as well when they are due. */
  const asked: string[] = [];
  let words = 'Return To Origin';
  const track: Courier['track'] = (_account, numbers) => {
    asked.push(...numbers.filter((number) => number.endsWith(mark)));
    return Promise.resolve(numbers.map((number) => returning(number, words)));
  };
  const couriers = { ...server.context.couriers };
  for (const company of companies) couriers[company] = { ...couriers[company], track };
  const context: Context = { ...server.context, couriers };
  const rows = () =>
    withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('shipment').selectAll().where('shop_id', '=', shopId).execute(),
    );
  return {
    ...{ shopId, token, parcels, asked, rows },
    /** Lets days pass, and tracks the due parcels after each pause. */
    async track(...pauses: number[]) {
      for (const days of pauses) {
        server.clock.advance(days * day);
        await runDueJobs(context, trackingWork);
      }
    },
    async trackNow() {
      for (const row of await rows()) await trackShipments(context, [row]);
    },
    courierSays: (text: string) => (words = text),
    cases: async () => (await server.call('GET', 'shipments/attention?limit=50', { token })).body.data,
    resolve: (company: Company, body: object, as = token) =>
      server.call('POST', `shipments/${parcels.get(company)?.id}/resolution`, { token: as, body }),
  };
}

const returning = (trackingNumber: string, statusText: string): CourierTracking => ({
  trackingNumber,
  found: true,
  statusText,
  status: { status: 'RTS', final: false, moving: true },
  events: [],
});

it('after 30 days without news, tracking stops and a case opens, at every courier', async () => {
  const shop = await aShopWithReturns();
  await shop.track(1, 29);
  expect(new Set(shop.asked).size).toBe(4);
  expect(await shop.cases()).toEqual([]);
  await shop.track(2);
  expect((await shop.rows()).map((row) => row.next_track_at)).toEqual([null, null, null, null]);
  const cases = await shop.cases();
  expect(cases.map((one: { kind: string; company: string }) => [one.kind, one.company]).toSorted()).toEqual(
    companies.map((company) => ['no-news', company]).toSorted(),
  );
  expect(cases[0]).toMatchObject({
    what_happened: expect.stringContaining('nothing new'),
    actions: ['return-received', 'dismiss'],
  });
  shop.asked.length = 0;
  await shop.track(10);
  expect(shop.asked).toEqual([]);
});

it('news closes the case and starts tracking again', async () => {
  const shop = await aShopWithReturns();
  await shop.track(1, 31);
  expect(await shop.cases()).toHaveLength(4);
  shop.courierSays('Return In Transit');
  await shop.trackNow();
  for (const row of await shop.rows()) expect(row.next_track_at?.getTime()).toBeGreaterThan(Date.now());
  expect(await shop.cases()).toEqual([]);
});

it('a return marked as received ends the parcel, closes the case and is audited', async () => {
  const shop = await aShopWithReturns();
  await shop.track(1, 31);
  const number = shop.parcels.get('TCS')?.tracking_number;
  const shown = async () => (await server.call('GET', `track-order/${number}?stored=true`, { token: shop.token })).body;
  expect(await shown()).toMatchObject({ shipment: { can_receive_return: true } });

  expect(await shop.resolve('TCS', { return_received: true })).toMatchObject({
    status: 200,
    body: { message: 'Return marked as received. The order can be booked again.' },
  });
  const { order, shipment } = await shown();
  expect(order).toMatchObject({ status: 'RTS', final: true });
  expect(shipment).toMatchObject({ can_receive_return: false, can_cancel: false });
  expect(shipment.history[0]).toMatchObject({ what: 'Marked the return of this parcel as received' });
  expect((await shop.cases()).map((one: { company: string }) => one.company)).not.toContain('TCS');
  const audited = await acrossShops(server.context.db, (trx) =>
    trx
      .selectFrom('audit_event')
      .select(['action', 'subject_id', 'actor_kind'])
      .where('shop_id', '=', shop.shopId)
      .where('action', '=', 'shipment.return-received')
      .execute(),
  );
  expect(audited).toEqual([
    { action: 'shipment.return-received', subject_id: shop.parcels.get('TCS')?.id, actor_kind: 'user' },
  ]);
  expect(await shop.resolve('TCS', { return_received: true })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'cannot-resolve' }] },
  });
});
