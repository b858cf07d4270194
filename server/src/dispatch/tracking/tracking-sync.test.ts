import { setTimeout as pause } from 'node:timers/promises';
import { inParts } from '@courierdesk/contract/in-parts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { Courier, CourierTracking } from '../../adapters/couriers/courier.ts';
import { newId } from '../../base/db/ids.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { killDuringJob, runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { trackingWork } from './jobs.ts';

/** Automatic tracking, with a courier in this process that gives the answers of each test and records its calls. */

let server: TestServer;
const hour = 3_600_000;

/** Contexts of other processes. Each has its own connections, so the tests share them. */
const others: Context[] = [];
let othersInUse = 0;
const anotherContext = (): Context => (others[othersInUse++] ??= server.secondContext());

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());
beforeEach(async () => {
  othersInUse = 0;
  await acrossShops(server.context.db, (trx) =>
    trx.updateTable('shipment').set({ next_track_at: null }).where('next_track_at', 'is not', null).execute(),
  );
  server.clock.advance(24 * hour);
});

type Answer = (number: string) => CourierTracking;
type TrackingRequest = { readonly numbers: readonly string[] };

const inTransit: Answer = (trackingNumber) => ({
  trackingNumber,
  found: true,
  statusText: 'Dispatched',
  status: { status: 'INPROCESS', final: false, moving: true },
  events: [{ at: new Date('2026-11-20T08:00:00Z'), text: 'Dispatched', code: 'DP', location: 'Lahore', detail: '' }],
});

/** The context of one worker. Its Leopards gives these answers. */
function worker(
  answer: Answer,
  options: { takes?: number; fails?: (numbers: readonly string[]) => Error | undefined; context?: Context } = {},
) {
  const asked: TrackingRequest[] = [];
  const context = options.context ?? anotherContext();
  const leopard: Courier = {
    ...context.couriers.LEOPARD,
    async track(_account, numbers) {
      asked.push({ numbers });
      if (options.takes) await pause(options.takes);
      const failure = options.fails?.(numbers);
      if (failure) throw failure;
      return numbers.map(answer);
    },
  };
  const own: Context = { ...context, couriers: { ...context.couriers, LEOPARD: leopard } };
  return { context: own, asked, numbers: () => asked.flatMap((one) => one.numbers) };
}

async function aShopWithParcels(count: number, given: { plan?: 'FREE' | 'YEARLY' } = {}) {
  const { shopId } = await aShop(server.context, given);
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { parallelCalls: 4 });
  const numbers = await parcels(shopId, accountId, count);
  return { shopId, accountId, numbers };
}

async function parcels(shopId: string, accountId: string, count: number): Promise<string[]> {
  const now = server.clock.now;
  const bookedAt = new Date(now.getTime() - 5 * hour);
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    return {
      shop_id: shopId,
      id,
      account_id: accountId,
      company: 'LEOPARD',
      reference: `CD-${id}`,
      booking_state: 'booked',
      status: 'FULFILLED',
      courier_live: true,
      tracking_number: `KI${id}`,
      order_name: '#1001',
      cod: '2450',
      weight: 500,
      pieces: 1,
      consignee_name: 'Ayesha Khan',
      consignee_email: '',
      consignee_phone: '03001234567',
      consignee_phone2: '',
      consignee_phone3: '',
      consignee_address: 'House 1',
      city: 'Lahore',
      destination_city: 'Lahore',
      destination_city_id: '1',
      products_list: '1 x Lawn suit',
      remarks: '',
      payment_status: 'UNPAID',
      booked_by: 'T1',
      notify_customer: false,
      claimed_at: bookedAt,
      booked_at: bookedAt,
      created_at: bookedAt,
      status_at: bookedAt,
      next_track_at: new Date(now.getTime() - hour),
      search_text: '',
    };
  });
  await withShop(server.context.db, shopId, async (trx) => {
    for (const part of inParts(rows, 500)) await trx.insertInto('shipment').values(part).execute();
  });
  return rows.map((row) => row.tracking_number);
}

const trackFailuresOf = (accountId: string) =>
  acrossShops(server.context.db, async (trx) => {
    const { track_failures: failures } = await trx
      .selectFrom('courier_account')
      .select('track_failures')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return failures;
  });
const rowsOf = (shopId: string) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shipment').selectAll().where('shop_id', '=', shopId).orderBy('id').execute(),
  );
const dueIn = async (shopId: string): Promise<number> =>
  (await rowsOf(shopId)).filter((row) => row.next_track_at && row.next_track_at <= server.clock.now).length;
const accountOf = (shopId: string) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('courier_account').selectAll().where('shop_id', '=', shopId).executeTakeFirstOrThrow(),
  );

it('automatic tracking asks in batches of the courier’s size and saves the changes', async () => {
  const shop = await aShopWithParcels(120);
  const one = worker(inTransit);
  await runDueJobs(one.context, trackingWork);
  expect(one.numbers()).toHaveLength(120);
  expect(one.asked.map(({ numbers }) => numbers.length).toSorted((a, b) => a - b)).toEqual([20, 50, 50]);
  const rows = await rowsOf(shop.shopId);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['INPROCESS']));
  expect(await dueIn(shop.shopId)).toBe(0);
  expect((await accountOf(shop.shopId)).last_checked_at).toEqual(server.clock.now);
});

it('automatic tracking asks for each parcel once, with any number of workers', async () => {
  const shops = [await aShopWithParcels(130), await aShopWithParcels(70), await aShopWithParcels(3)];
  const workers = [worker(inTransit, { takes: 5 }), worker(inTransit, { takes: 5 }), worker(inTransit, { takes: 5 })];
  await Promise.all(workers.map(({ context }) => runDueJobs(context, trackingWork)));
  const asked = workers.flatMap((one) => one.numbers());
  expect(asked.toSorted()).toEqual(shops.flatMap(({ numbers }) => numbers).toSorted());
});

it('automatic tracking never exceeds the parallel calls of an account, across all workers', async () => {
  await aShopWithParcels(600);
  let now = 0;
  let peak = 0;
  const counting = (): ReturnType<typeof worker> => {
    const one = worker(inTransit);
    const { track } = one.context.couriers.LEOPARD;
    const counted: Courier = {
      ...one.context.couriers.LEOPARD,
      async track(...call) {
        peak = Math.max(peak, (now += 1));
        // Until as many calls run as may, however slow the machine is.
        await vi.waitFor(() => expect(peak).toBeGreaterThanOrEqual(4), { timeout: 30_000, interval: 20 });
        await pause(20);
        return track(...call).finally(() => (now -= 1));
      },
    };
    return { ...one, context: { ...one.context, couriers: { ...one.context.couriers, LEOPARD: counted } } };
  };
  await Promise.all([counting(), counting()].map(({ context }) => runDueJobs(context, trackingWork)));
  expect(peak).toBe(4);
});

it('tracking continues after a worker was killed', async () => {
  const shop = await aShopWithParcels(200);
  const one = worker(inTransit);
  const kill = Promise.withResolvers<void>();
  const leopard: Courier = {
    ...one.context.couriers.LEOPARD,
    async track(...call) {
      if (one.asked.length > 1) await kill.promise;
      return one.context.couriers.LEOPARD.track(...call);
    },
  };
  const job = { shopId: shop.shopId, key: shop.accountId };
  const couriers = { ...one.context.couriers, LEOPARD: leopard };
  const whenSomeAreSaved = async (): Promise<void> => {
    await vi.waitFor(async () => expect(await dueIn(shop.shopId)).toBeLessThan(200), 30_000);
    setTimeout(kill.resolve);
  };
  await killDuringJob(server, trackingWork, job, whenSomeAreSaved, { couriers });
  const left = await dueIn(shop.shopId);
  expect(left).toBeGreaterThan(0);
  const next = worker(inTransit);
  await runDueJobs(next.context, trackingWork);
  expect(next.numbers()).toHaveLength(left);
  expect(await dueIn(shop.shopId)).toBe(0);
});

it('a shop with thousands of due parcels does not delay a small shop', async () => {
  const large = await aShopWithParcels(1_000);
  const small = await aShopWithParcels(2);
  const smallIsServed = Promise.withResolvers<void>();
  const one = worker(inTransit);
  const { track } = one.context.couriers.LEOPARD;
  const leopard: Courier = {
    ...one.context.couriers.LEOPARD,
    async track(account, numbers, call) {
      // No call for the large shop ends before the small shop's first call.
      if (numbers.some((number) => small.numbers.includes(number))) smallIsServed.resolve();
      else await smallIsServed.promise;
      return track(account, numbers, call);
    },
  };
  const couriers = { ...one.context.couriers, LEOPARD: leopard };
  await Promise.all([1, 2].map(() => runDueJobs({ ...one.context, couriers }, trackingWork)));
  expect(await dueIn(small.shopId)).toBe(0);
  expect(await dueIn(large.shopId)).toBe(0);
});

it('refused credentials pause only their own account, longer each time', async () => {
  const refused = await aShopWithParcels(60);
  const works = await aShopWithParcels(60);
  const wrong = (numbers: readonly string[]): Error | undefined =>
    refused.numbers.includes(numbers[0] ?? '') ? new CourierError('unauthorised', 'Refused') : undefined;
  const one = worker(inTransit, { fails: wrong });
  await runDueJobs(one.context, trackingWork);
  expect(await dueIn(works.shopId)).toBe(0);
  expect(await dueIn(refused.shopId)).toBe(60);
  const asked = one.asked.length;
  server.clock.advance(20 * 60_000);
  await runDueJobs(one.context, trackingWork);
  expect(one.asked.length).toBe(asked);
  server.clock.advance(15 * 60_000);
  await runDueJobs(one.context, trackingWork);
  expect(one.asked.length).toBeGreaterThan(asked);
  const owner = await aUser(server.context, refused.shopId);
  const { body } = await server.call('GET', 'tracking-checks', { token: owner.token });
  expect(body).toMatchObject({
    automatic: true,
    companies: [
      {
        company: 'LEOPARD',
        last_checked_at: null,
        accounts: [{ problem: 'The courier refuses the credentials: Refused' }],
      },
    ],
  });
});

it('a check that fails with credentials that were replaced while it ran does not pause the account', async () => {
  const shop = await aShopWithParcels(3);
  const refused = new CourierError('unauthorised', 'Refused');
  let calls = 0;
  const one = worker(inTransit, { takes: 1_000, fails: () => ((calls += 1) === 1 ? refused : undefined) });
  const running = runDueJobs(one.context, trackingWork);
  await expect.poll(() => one.asked.length, { interval: 20 }).toBe(1);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set((eb) => ({ version: eb('version', '+', 1), track_next_at: server.clock.now }))
      .where('id', '=', shop.accountId)
      .execute(),
  );
  await running;
  expect(await trackFailuresOf(shop.accountId)).toBe(0);
  expect(await dueIn(shop.shopId)).toBe(0);
});

it('an account with new credentials that know none of its earlier parcels says so until one is known', async () => {
  const shop = await aShopWithParcels(3);
  const { token } = await aUser(server.context, shop.shopId);
  const problems = async () =>
    (await server.call('GET', 'tracking-checks', { token })).body.companies[0].accounts[0].problem;
  const [known = ''] = shop.numbers;
  const unknown: Answer = (trackingNumber) => ({ trackingNumber, found: false });
  const check = async (answer: Answer): Promise<void> => {
    server.clock.advance(30 * hour);
    await runDueJobs(worker(answer, { context: server.context }).context, trackingWork);
  };
  const change = async (columns: { version: number }): Promise<void> =>
    void (await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('courier_account').set(columns).where('id', '=', shop.accountId).execute(),
    ));
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ account_version: 1 }).where('shop_id', '=', shop.shopId).execute(),
  );
  await check(inTransit);
  await check(unknown);
  expect(await problems()).toBe('');

  await change({ version: 2 });
  await parcels(shop.shopId, shop.accountId, 1);
  await check((number) => (shop.numbers.includes(number) ? unknown(number) : inTransit(number)));
  expect(await problems()).toMatch(/^The courier does not know the parcels that were booked before/);
  await check((number) => (number === known ? inTransit(number) : unknown(number)));
  expect(await problems()).toBe('');
});

it('a number that the courier rejects does not block its batch', async () => {
  const shop = await aShopWithParcels(40);
  const bad = shop.numbers[17] ?? '';
  const one = worker(inTransit, {
    fails: (numbers) => (numbers.includes(bad) ? new CourierError('rejected', 'No such parcel') : undefined),
  });
  await runDueJobs(one.context, trackingWork);
  const rows = await rowsOf(shop.shopId);
  expect(rows.filter((row) => row.status === 'INPROCESS')).toHaveLength(39);
  expect(await dueIn(shop.shopId)).toBe(0);
});

it('a number for which the courier fails does not keep the others waiting', async () => {
  const shop = await aShopWithParcels(40);
  const bad = shop.numbers[17] ?? '';
  const one = worker(inTransit, {
    fails: (numbers) => (numbers.includes(bad) ? new CourierError('unavailable', 'Down') : undefined),
  });
  for (let run = 0; run < 3; run += 1) {
    await runDueJobs(one.context, trackingWork);
    server.clock.advance(5 * 60_000);
  }
  const rows = await rowsOf(shop.shopId);
  expect(rows.filter((row) => row.status !== 'INPROCESS').map((row) => row.tracking_number)).toEqual([bad]);
  expect(await dueIn(shop.shopId)).toBe(0);
});

it('a few failures among answers do not pause the account, and silence does', async () => {
  const shop = await aShopWithParcels(200);
  let calls = 0;
  const down = new CourierError('unavailable', 'Down');
  const failsOnce = worker(inTransit, { fails: () => ((calls += 1) === 2 ? down : undefined) });
  await runDueJobs(failsOnce.context, trackingWork);
  expect(await dueIn(shop.shopId)).toBe(0);
  expect(await trackFailuresOf(shop.accountId)).toBe(0);
  server.clock.advance(30 * hour);
  await runDueJobs(worker(inTransit, { fails: () => down }).context, trackingWork);
  expect(await dueIn(shop.shopId)).toBe(200);
  expect(await trackFailuresOf(shop.accountId)).toBe(1);
});

it('unknown words are saved and counted, and do not change the status', async () => {
  const shop = await aShopWithParcels(1);
  const counter = worker((trackingNumber) => ({
    trackingNumber,
    found: true,
    statusText: 'Teleported',
    unknownWords: 'Teleported',
    status: undefined,
    events: [],
  }));
  await runDueJobs(counter.context, trackingWork);
  const [row] = await rowsOf(shop.shopId);
  expect(row).toMatchObject({ status: 'FULFILLED', status_text: 'Teleported', final: false, needs_attention: true });
  expect(
    await counter.context.metrics.registry.getSingleMetricAsString('courierdesk_unknown_courier_statuses_total'),
  ).toContain('{company="LEOPARD"} 1');
  const { token } = await aUser(server.context, shop.shopId);
  const { body } = await server.call('GET', 'shipments/attention', { token });
  expect(body.data).toMatchObject([
    { kind: 'unknown-status', what_happened: expect.stringContaining('“Teleported”'), actions: ['dismiss'] },
  ]);
  server.clock.advance(30 * hour);
  await runDueJobs(worker(inTransit).context, trackingWork);
  const [known] = await rowsOf(shop.shopId);
  expect(known).toMatchObject({ status: 'INPROCESS', needs_attention: false });
});

it('parcels without news are saved together, and only their times change', async () => {
  const shop = await aShopWithParcels(50);
  const one = worker(inTransit);
  await runDueJobs(one.context, trackingWork);
  const before = await rowsOf(shop.shopId);
  server.clock.advance(30 * hour);
  await runDueJobs(one.context, trackingWork);
  const after = await rowsOf(shop.shopId);
  expect(one.asked).toHaveLength(2);
  const untimed = ({ last_tracked_at: _looked, next_track_at: _next, ...rest }: (typeof after)[number]) => rest;
  expect(after.map(untimed)).toEqual(before.map(untimed));
  expect(after.every((row) => row.last_tracked_at?.getTime() === server.clock.now.getTime())).toBe(true);
  const transactions = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment')
      .select(sql<string>`xmin::text`.as('by'))
      .distinct()
      .execute(),
  );
  expect(transactions).toHaveLength(1);
});

it('a delivered parcel is not asked for again', async () => {
  const shop = await aShopWithParcels(1);
  const one = worker((trackingNumber) => ({
    trackingNumber,
    found: true,
    statusText: 'Delivered',
    status: { status: 'DELIVERED', final: true },
    events: [],
  }));
  await runDueJobs(one.context, trackingWork);
  const [row] = await rowsOf(shop.shopId);
  expect(row).toMatchObject({ status: 'DELIVERED', final: true, next_track_at: expect.any(Date) });
});

describe('with a courier that leaves out the events in batches', () => {
  let deliveredAt: Date;
  beforeEach(() => (deliveredAt = new Date(server.clock.now.getTime() - 3 * hour)));
  const delivered: Answer = (trackingNumber) => ({
    trackingNumber,
    found: true,
    statusText: 'Delivered',
    status: { status: 'DELIVERED', final: true },
    events: [{ at: deliveredAt, text: 'Delivered', code: '', location: '', detail: '' }],
  });
  /** The same answers, but without events for more than one parcel. */
  function withoutEvents(answer: Answer, options: { alone?: () => Error | undefined; batch?: object } = {}) {
    const fails = (numbers: readonly string[]) => (numbers.length === 1 ? options.alone?.() : undefined);
    const one = worker(answer, { fails, context: server.context });
    const { track } = one.context.couriers.LEOPARD;
    const leopard: Courier = {
      ...one.context.couriers.LEOPARD,
      async track(account, numbers, call) {
        const answers = await track(account, numbers, call);
        return numbers.length === 1
          ? answers
          : answers.map((tracking) => ({ ...tracking, events: [], eventsLeftOut: true, ...options.batch }));
      },
    };
    return { ...one, context: { ...one.context, couriers: { ...one.context.couriers, LEOPARD: leopard } } };
  }
  const eventsIn = (shopId: string) =>
    withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('shipment_event').select(['shipment_id', 'at']).where('shop_id', '=', shopId).execute(),
    );

  it('automatic tracking with a courier that leaves out the events in batches asks alone for parcels with news, and saves their events and times', async () => {
    const shop = await aShopWithParcels(12);
    const one = withoutEvents(delivered);
    await runDueJobs(one.context, trackingWork);
    expect(one.asked).toHaveLength(13);
    const rows = await rowsOf(shop.shopId);
    expect(rows.every((row) => row.final && row.delivered_at?.getTime() === deliveredAt.getTime())).toBe(true);
    expect(await eventsIn(shop.shopId)).toHaveLength(12);
    expect(await dueIn(shop.shopId)).toBe(0);
  });

  it('automatic tracking with a courier that leaves out the events in batches does not ask alone for parcels without news', async () => {
    const shop = await aShopWithParcels(12);
    const one = withoutEvents(inTransit);
    await runDueJobs(one.context, trackingWork);
    server.clock.advance(30 * hour);
    const before = await rowsOf(shop.shopId);
    await runDueJobs(one.context, trackingWork);
    expect(one.asked).toHaveLength(14);
    expect((await rowsOf(shop.shopId)).map((row) => row.tracking_fingerprint)).toEqual(
      before.map((row) => row.tracking_fingerprint),
    );
  });

  it('automatic tracking with a courier that leaves out the events in batches saves the status if that call fails, and asks for the events again', async () => {
    const shop = await aShopWithParcels(2);
    const down = () => new CourierError('unavailable', 'Down');
    await runDueJobs(withoutEvents(delivered, { alone: down, batch: { deliveredAt } }).context, trackingWork);
    const [row] = await rowsOf(shop.shopId);
    expect(row).toMatchObject({ status: 'DELIVERED', final: true, delivered_at: deliveredAt });
    expect(await eventsIn(shop.shopId)).toEqual([]);
    server.clock.advance(2 * hour);
    await runDueJobs(withoutEvents(delivered, { alone: down }).context, trackingWork);
    server.clock.advance(2 * hour);
    await runDueJobs(withoutEvents(delivered).context, trackingWork);
    expect(await eventsIn(shop.shopId)).toHaveLength(2);
    const after = await rowsOf(shop.shopId);
    expect(after.map((one) => one.next_track_at)).toEqual([expect.any(Date), expect.any(Date)]);
    expect(after.map((one) => one.delivered_at)).toEqual([deliveredAt, deliveredAt]);
  });
});

it('automatic tracking starts when a FREE shop changes to a paid plan', async () => {
  const shop = await aShopWithParcels(5, { plan: 'FREE' });
  const one = worker(inTransit);
  await runDueJobs(one.context, trackingWork);
  expect(one.asked).toEqual([]);
  const owner = await aUser(server.context, shop.shopId);
  expect((await server.call('GET', 'tracking-checks', { token: owner.token })).body.automatic).toBe(false);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('subscription').set({ plan: 'MONTHLY' }).where('shop_id', '=', shop.shopId).execute(),
  );
  server.clock.advance(10 * 60_000);
  await runDueJobs(one.context, trackingWork);
  expect(one.numbers().toSorted()).toEqual(shop.numbers.toSorted());
});
