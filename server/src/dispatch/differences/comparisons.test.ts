import { comparisonPauseMinutes } from '@courierdesk/contract/differences';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { Courier, CourierTracking, ListedConsignment, StatusMeaning } from '../../adapters/couriers/courier.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { killDuringJob, runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addMissingComparisons } from './comparison-row.ts';
import { aComparedShop, differencesOf, startAfterTheNight } from './differences.testing.ts';
import { comparisonWork, differenceJobs } from './jobs.ts';
import type { Finding } from './finding.ts';
import { saveFindings } from './save-findings.ts';

let server: TestServer;
let shop: BookableShop;
let at: ReturnType<typeof differencesOf>;

beforeAll(async () => {
  server = await startTestServer();
  startAfterTheNight(server);
});

beforeEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  shop = await aComparedShop(server);
  at = differencesOf(server, shop);
});

afterAll(() => server?.close());

const fault = (rule: Record<string, unknown>) => server.sandbox.control('faults', rule);

it('a comparison that runs again updates what it found, and adds nothing twice', async () => {
  await at.unfulfilled();
  const [first] = await at.compare();
  const [second, another] = await at.compare();
  expect(another).toBeUndefined();
  expect(second).toMatchObject({ id: first?.id, first_seen_at: first?.first_seen_at });
  expect(Date.parse(second?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(first?.last_seen_at ?? ''));
});

it('a comparison closes what no longer differs', async () => {
  const order = await at.unfulfilled();
  const [found] = await at.compare();
  await at.change(order, { fulfill: { number: order.number, company: 'Leopards' } });
  expect(await at.compare()).toEqual([]);
  const row = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('difference')
      .select(['state', 'note'])
      .where('id', '=', found?.id ?? '')
      .executeTakeFirst(),
  );
  expect(row).toEqual({ state: 'closed', note: 'No longer differs.' });
});

it('a comparison opens a difference again that was repaired and came back', async () => {
  const order = await at.unfulfilled();
  const [found] = await at.compare();
  await at.repair([found?.id ?? '']);
  await at.settle();
  expect(await at.compare()).toEqual([]);
  await at.change(order, { cancelFulfillments: true });
  expect(await at.compare()).toMatchObject([{ id: found?.id, state: 'open' }]);
});

it('a comparison that a store stopped half-way continues when the store responds, from where it was', async () => {
  await at.unfulfilled();
  await fault({ target: 'shopify', kind: 'error500' });
  await at.compare();
  expect((await at.list()).comparison.running).toMatchObject({ step: 'orders', waiting: true });
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60_000);
  await server.work('comparisons');
  const { data, comparison } = await at.list();
  expect(data).toHaveLength(1);
  expect(comparison).toMatchObject({ running: null, problems: [] });
});

it('a comparison of a store that stays down compares the couriers, says so, and closes nothing of the store', async () => {
  await at.unfulfilled();
  await at.compare();
  await fault({ target: 'shopify', kind: 'error500' });
  await at.compare();
  for (const minutes of [1, 3, 11]) {
    server.clock.advance(minutes * 60_000);
    await server.work('comparisons');
  }
  const { data, comparison } = await at.list();
  expect(data).toHaveLength(1);
  expect(comparison.running).toBeNull();
  expect(comparison.problems).toEqual([
    { source: 'Store', message: expect.stringContaining('The store is not responding.') },
  ]);
});

it('a comparison of a courier that is down compares the others, and closes nothing of that courier', async () => {
  const order = await at.booked('LEOPARD');
  await at.move(order.number, 'in_transit');
  await server.sandbox.control('advance', { tracking_number: order.number, to: 'cancelled_by_courier' });
  expect(await at.compare()).toHaveLength(1);
  await fault({ target: 'leopard', kind: 'error500' });
  expect(await at.compare()).toHaveLength(1);
  const { comparison } = await at.list();
  expect(comparison.problems).toEqual([
    { source: expect.stringContaining('LEOPARD'), message: expect.stringContaining('Leopards did not respond') },
  ]);
});

it('a comparison keeps what a courier said before it stopped responding', async () => {
  const cancelled = await at.booked('LEOPARD');
  const unlisted = await at.booked('LEOPARD');
  for (const { number } of [cancelled, unlisted]) await at.move(number, 'in_transit');
  await server.sandbox.control('advance', { tracking_number: cancelled.number, to: 'cancelled_by_courier' });
  const { LEOPARD } = server.context.couriers;
  const leopard: Courier = {
    ...LEOPARD,
    async listBooked(...asked) {
      const listed = (await LEOPARD.listBooked?.(...asked)) ?? [];
      return listed.filter((one) => one.trackingNumber !== unlisted.number);
    },
    track: () => Promise.reject(new CourierError('unavailable', 'Down')),
  };
  server.clock.advance(11 * 60_000);
  await server.call('POST', 'comparisons', { token: shop.token });
  const couriers = { ...server.context.couriers, LEOPARD: leopard };
  await runDueJobs({ ...server.context, couriers }, comparisonWork);
  const { data, comparison } = await at.list();
  expect(data).toMatchObject([{ kind: 'moving-but-cancelled', order_name: cancelled.name }]);
  expect(comparison.problems).toEqual([
    { source: expect.stringContaining('LEOPARD'), message: 'Leopards did not respond: Down.' },
  ]);
});

it('a comparison closes that a courier cancelled a parcel on the road only when the courier clearly says something else', async () => {
  const { number } = await at.booked('LEOPARD');
  await at.move(number, 'in_transit');
  await server.sandbox.control('advance', { tracking_number: number, to: 'cancelled_by_courier' });
  expect(await at.compare()).toMatchObject([{ kind: 'moving-but-cancelled' }]);
  const said = (words: string, status?: StatusMeaning): CourierTracking => ({
    ...{ trackingNumber: number, found: true, statusText: words, status, events: [] },
  });
  const listed = { trackingNumber: number, reference: '', cancelled: false };
  const unknown = { ...listed, statusText: 'Gone to Mars', status: undefined, consignee: noOne };
  const unclear: { listed?: ListedConsignment[]; tracked: CourierTracking[] }[] = [
    { tracked: [] },
    { tracked: [{ trackingNumber: number, found: false }] },
    { tracked: [{ trackingNumber: number, found: false, unsure: true }] },
    { tracked: [said('Gone to Mars')] },
    { listed: [unknown], tracked: [] },
  ];
  for (const answer of unclear) expect(await compareWith(answer)).toMatchObject([{ kind: 'moving-but-cancelled' }]);
  expect(await compareWith({ tracked: [said('In transit', { status: 'INPROCESS', final: false })] })).toEqual([]);
});

const noOne = { name: '', address: '', city: '' };

/** A comparison in which Leopards gives these answers. */
async function compareWith({ listed = [], tracked }: { listed?: ListedConsignment[]; tracked: CourierTracking[] }) {
  const LEOPARD: Courier = {
    ...server.context.couriers.LEOPARD,
    listBooked: () => Promise.resolve(listed),
    track: () => Promise.resolve(tracked),
  };
  server.clock.advance(11 * 60_000);
  await server.call('POST', 'comparisons', { token: shop.token });
  await runDueJobs({ ...server.context, couriers: { ...server.context.couriers, LEOPARD } }, comparisonWork);
  return (await at.list()).data;
}

it('a comparison of a killed process is finished by another one', async () => {
  await at.unfulfilled();
  server.clock.advance(3_600_000);
  await server.call('POST', 'comparisons', { token: shop.token });
  await fault({ target: 'shopify', kind: 'delay', delayMs: 300 });
  await killDuringJob(server, comparisonWork, shop, () =>
    vi.waitFor(async () => expect((await at.list()).comparison.running).toMatchObject({ step: 'orders' }), 30_000),
  );
  expect((await at.list()).comparison.running).toMatchObject({ waiting: false });
  await server.sandbox.control('faults', { clear: true });
  await server.work('comparisons');
  expect(await at.list()).toMatchObject({ data: [{ kind: 'unfulfilled-in-store' }], comparison: { running: null } });
});

it('a comparison can be asked for while one is running, which starts nothing, and then after a pause', async () => {
  const ask = () => server.call('POST', 'comparisons', { token: shop.token });
  expect((await ask()).body.message).toBe('Comparing.');
  expect((await ask()).body.message).toBe('A comparison is already running.');
  await server.work('comparisons');
  const tooSoon = await ask();
  expect(tooSoon.status).toBe(429);
  expect(tooSoon.body.errors[0].msg).toBe(
    `We compared a moment ago. You can compare again in ${comparisonPauseMinutes} minutes.`,
  );
  server.clock.advance(comparisonPauseMinutes * 60_000);
  expect((await ask()).body.message).toBe('Comparing.');
});

it('a comparison reads a hundred parcels with one call to the store', async () => {
  for (let count = 0; count < 5; count += 1) await at.booked();
  // Orders that the store changed since they were booked are read again. Once they are known, one call is enough.
  let comparison = 0;
  await vi.waitFor(
    async () => {
      const id = `parcel-reads-${(comparison += 1)}`;
      await fault({ id, target: 'shopify', operation: 'nodes', kind: 'delay', delayMs: 0 });
      await at.compare();
      const { hits } = (await server.sandbox.control('faults')) as { hits: Record<string, number> };
      await server.sandbox.control('faults', { clear: true });
      expect(hits[id]).toBe(1);
    },
    { timeout: 30_000, interval: 200 },
  );
});

it('nightly comparisons are at three o’clock in the time zone of each shop, spread over an hour, and again the next night', async () => {
  const zones = ['Asia/Karachi', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
  const shops = await Promise.all(
    zones.map(async (zone) => {
      const { shopId } = await aShop(server.context);
      await acrossShops(server.context.db, (trx) =>
        trx.updateTable('shop').set({ time_zone: zone }).where('id', '=', shopId).execute(),
      );
      return { shopId, zone };
    }),
  );
  await differenceJobs[0]?.run(server.context);
  const now = server.clock.now;
  for (const { shopId, zone } of shops) {
    const next = await nextAt(shopId);
    expect(localHour(next, zone)).toBe(3);
    expect(next.getTime()).toBeGreaterThan(now.getTime());
    expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
  }
});

it('nightly comparisons run without anyone asking, and plan the next night', async () => {
  await at.unfulfilled();
  await acrossShops(server.context.db, (trx) => addMissingComparisons(trx, server.clock.now, shop.shopId));
  await requestNeededJobs(server.context, [comparisonWork]);
  const night = await nextAt(shop.shopId);
  server.clock.now = new Date(night.getTime() - 60_000);
  await server.work('comparisons');
  expect((await at.list()).comparison.finished_at).toBeNull();
  server.clock.now = night;
  await server.work('comparisons');
  expect((await at.list()).data).toHaveLength(1);
  expect((await nextAt(shop.shopId)).getTime() - night.getTime()).toBe(24 * 3_600_000);
});

it('nightly comparisons do not run for a shop that uninstalled', async () => {
  await acrossShops(server.context.db, async (trx) => {
    await addMissingComparisons(trx, server.clock.now, shop.shopId);
    await trx.updateTable('shop').set({ uninstalled_at: server.clock.now }).where('id', '=', shop.shopId).execute();
  });
  await requestNeededJobs(server.context, [comparisonWork]);
  const night = await nextAt(shop.shopId);
  server.clock.now = night;
  await server.work('comparisons');
  expect((await nextAt(shop.shopId)).getTime()).toBeGreaterThan(night.getTime());
  expect((await at.list()).comparison.finished_at).toBeNull();
});

const dismiss = (id: string, reason = 'Agreed with the customer') =>
  server.call('POST', 'difference-dismissals', { token: shop.token, body: { ids: [id], reason } });

it('a dismissed difference stays away, shows its reason, and can be opened again', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  const id = found?.id ?? '';
  expect((await dismiss(id)).body).toEqual({ message: 'Dismissed.', dismissed: 1 });
  expect(await at.compare()).toEqual([]);
  expect(await at.list()).toMatchObject({ open: 0, dismissed: 1, counts: [] });
  expect(await at.list('?state=dismissed')).toMatchObject({
    data: [{ id, note: expect.stringContaining('Agreed with the customer') }],
    counts: [{ kind: 'unfulfilled-in-store', count: 1 }],
  });
  await server.call('DELETE', `difference-dismissals/${id}`, { token: shop.token });
  expect((await at.list()).data).toMatchObject([{ id, state: 'open' }]);
});

it.each(['open', 'dismissed'] as const)(
  'a difference that is %s stays so while an update of the store is due, and after it',
  async (state) => {
    const order = await at.booked();
    await at.change(order, { cancelFulfillments: true });
    const [found] = await at.compare();
    expect(found?.kind).toBe('unfulfilled-in-store');
    const id = found?.id ?? '';
    if (state === 'dismissed') await dismiss(id);
    const stored = () =>
      withShop(server.context.db, shop.shopId, (trx) =>
        trx.selectFrom('difference').select(['state', 'note', 'first_seen_at']).where('id', '=', id).execute(),
      );
    const before = await stored();
    expect(before).toMatchObject([{ state }]);
    await server.sandbox.control('advance', { tracking_number: order.number, to: 'delivered' });
    await server.call('GET', `track-order/${order.number}`, { token: shop.token });
    await at.compare();
    expect(await stored()).toEqual(before);
    await server.work('store-updates');
    await at.compare();
    expect(await stored()).toEqual(before);
  },
);

it('a dismissed difference needs a reason', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  const refused = await dismiss(found?.id ?? '', '  ');
  expect(refused.body.errors[0]).toMatchObject({ msg: 'Enter a reason', field: 'reason' });
});

it('a dismissed difference opens again when something about it changes', async () => {
  const order = await at.booked();
  await at.change(order, { outstanding: 1200 });
  const [found] = await at.compare();
  await dismiss(found?.id ?? '');
  expect(await at.compare()).toEqual([]);
  await at.change(order, { outstanding: 900 });
  expect(await at.compare()).toMatchObject([{ store_says: 'Collect Rs 900, was Rs 2,450' }]);
});

it('a dismissed difference closes its case in Needs attention; a dismissed case dismisses its difference', async () => {
  const order = await at.booked();
  await at.change(order, { outstanding: 1200 });
  const [found] = await at.compare();
  expect(found?.has_case).toBe(true);
  const count = async () => (await server.call('GET', 'differences/count', { token: shop.token })).body.count;
  expect(await count()).toBe(0);
  const cases = async () => (await server.call('GET', 'shipments/attention', { token: shop.token })).body;
  expect((await cases()).total).toBe(1);
  await dismiss(found?.id ?? '');
  expect((await cases()).total).toBe(0);

  const other = await at.booked();
  await at.change(other, { outstanding: 1100 });
  await at.compare();
  const [item] = (await cases()).data;
  await server.call('POST', `shipments/${item.shipment_id}/resolution`, {
    token: shop.token,
    body: { dismiss: item.id },
  });
  expect(await at.compare()).toEqual([]);
  expect((await at.list('?state=dismissed')).data).toContainEqual(
    expect.objectContaining({ order_name: other.name, note: expect.stringContaining('in Needs attention') }),
  );
});

it('a list of ten thousand differences has pages, counts by kind, and ends at the last page', async () => {
  await severalDifferences(10_000);
  const list = await at.list('?kind=unpaid-in-store&limit=50&page=9999');
  expect(list.pagination).toEqual({ page: 100, limit: 50, total: 5000, pages: 100 });
  expect(list.data).toHaveLength(50);
  expect(list).toMatchObject({ open: 10_000, counts: [{ count: 5000 }, { count: 5000 }] });
  const { data } = await at.list('?limit=1');
  expect(data).toMatchObject([{ kind: 'number-differs', order_name: '#2' }]);
});

async function severalDifferences(count: number): Promise<void> {
  const now = server.clock.now;
  const found = { shopId: shop.shopId, runId: 'run', source: 'parcels', readAt: now };
  const findings = Array.from({ length: count }, (_, index): Finding => ({
    kind: index % 2 === 0 ? 'unpaid-in-store' : 'number-differs',
    subject: String(index + 1),
    company: 'TCS',
    orderName: `#${index + 1}`,
    trackingNumber: '',
    storeSays: 'a',
    courierSays: 'b',
    weSay: 'c',
    repair: 'show-number',
    detail: { facts: '' },
    caseKinds: [],
  }));
  await withShop(server.context.db, shop.shopId, (trx) => saveFindings(trx, found, findings, now));
}

it('another shop sees, repairs and dismisses nothing of this one', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  const stranger = await aComparedShop(server);
  const theirs = differencesOf(server, stranger);
  expect((await theirs.list()).data).toEqual([]);
  expect(await theirs.journal()).toEqual([]);
  const ids = [found?.id ?? ''];
  expect((await theirs.repair(ids)).status).toBe(404);
  const body = { ids, reason: 'Not mine' };
  expect((await server.call('POST', 'difference-dismissals', { token: stranger.token, body })).status).toBe(404);
  expect((await server.call('DELETE', `difference-dismissals/${ids[0]}`, { token: stranger.token })).status).toBe(404);
  expect((await at.list()).data).toMatchObject([{ id: ids[0], state: 'open' }]);
});

it('another shop on the same courier account does not see the parcels of this one as unknown', async () => {
  await at.booked('LEOPARD');
  const stranger = differencesOf(server, await aComparedShop(server));
  expect(await stranger.compare()).toEqual([]);
});

async function nextAt(shopId: string): Promise<Date> {
  const row = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('comparison').select('next_at').where('shop_id', '=', shopId).executeTakeFirstOrThrow(),
  );
  return row.next_at;
}

const localHour = (date: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(date));
