import { setTimeout as delay } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { getStoreOrders } from '@courierdesk/contract/store-orders';
import * as z from 'zod';
import { fixedTask, machinePace } from '../../bench/src/machine-pace.ts';
import { percentile } from '../../bench/src/statistics.ts';
import { jobCounts } from '../../server/src/base/jobs/job-metrics.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import { installShop, type InstalledShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack, type IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { trackSoon } from '../isolated-stack/track-soon.ts';
import { openForm, sendBooking } from './book-through-api.ts';
import type { SoakSample } from './judge-soak.ts';
import { placeOrders, type ProofOrder } from './place-orders.ts';
import { readMetrics } from './read-metrics.ts';

type SoakPlan = { minutes: number; perSecond: number };

type SoakResult = { plan: SoakPlan; samples: SoakSample[]; serverErrors: string[] };

const shopCount = 4;
const minuteMs = 60_000;
const memoryEveryMs = 10_000;
const fixedTaskEveryMs = 500;
/** Parcels are tracked each minute for so long after they were booked. */
const trackedMinutes = 6;
/** What comes with the bookings, new orders and tracking, comes in small parts, as it does all day. */
const partEveryMs = 5_000;

/** Bookings at a steady rate in several shops, with lists in use, parcels that move and are tracked, and store updates. */
export function proveSoak(plan: SoakPlan, log: (line: string) => void, signal: AbortSignal): Promise<SoakResult> {
  return withIsolatedStack(
    {
      signal,
      // Parcels arrive within minutes.
      variables: { SANDBOX_SPEED: '60' },
      servers: [{ role: 'web' }, { role: 'web' }, { role: 'worker' }, { role: 'worker' }],
    },
    (stack) => soakOn(stack, plan, log),
  );
}

/** A shop, and the orders of its customers that are not booked yet. */
type SoakShop = { shop: InstalledShop; orders: ProofOrder[] };

/** What is measured until the end of the minute. */
type Minute = Pick<SoakSample, 'bookings' | 'lists' | 'fixedTasks' | 'notBooked'> & { heaps: Map<string, number[]> };

const newMinute = (): Minute => ({ bookings: [], lists: [], fixedTasks: [], notBooked: 0, heaps: new Map() });

async function soakOn(stack: IsolatedStack, plan: SoakPlan, log: (line: string) => void): Promise<SoakResult> {
  const shops: SoakShop[] = [];
  for (let n = 1; n <= shopCount; n += 1)
    shops.push({ shop: await installShop(stack, { users: 2, store: `soak-store-${n}` }), orders: [] });
  const perPart = Math.ceil((plan.perSecond * partEveryMs) / 1000 / shopCount);
  const placeMore = async (parts: number): Promise<void> => {
    for (const { shop, orders } of shops)
      orders.push(...(await placeOrders(stack, shop, perPart * parts, { newCustomers: true })));
  };
  // A minute ahead of the bookings, and some for what is late.
  await placeMore((2 * minuteMs) / partEveryMs);
  // Warms up the fixed task.
  machinePace();
  log(`${plan.perSecond} bookings a second in ${shopCount} shops, for ${plan.minutes} minutes.`);
  log(head);

  const end = new AbortController();
  const samples: SoakSample[] = [];
  let minute = newMinute();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const pending = new Set<Promise<void>>();
  const begin = (work: (of: Minute) => Promise<void>): void => {
    const of = minute;
    const done = work(of)
      .catch(failed.reject)
      .finally(() => pending.delete(done));
    pending.add(done);
  };
  let booked = 0;
  const loops = [
    everyMs(1000 / plan.perSecond, end.signal, () => {
      const at = booked++;
      begin((of) => bookNext(stack, shops, at, of));
    }),
    everyMs(1000 / shopCount, end.signal, (at) => begin((of) => readLists(stack, shops, at, of))),
    everyMs(fixedTaskEveryMs, end.signal, () => void minute.fixedTasks.push(fixedTask())),
    everyMs(memoryEveryMs, end.signal, () => begin((of) => readHeaps(stack, of))),
    everyMs(partEveryMs, end.signal, () => begin(() => makeParcelsDue(stack, shops))),
    everyMs(partEveryMs, end.signal, () => begin(() => placeMore(1))),
  ];
  try {
    for (let n = 1; n <= plan.minutes; n += 1) {
      await Promise.race([delay(minuteMs), failed.promise]);
      const of = minute;
      minute = newMinute();
      const sample = await sampleOf(stack, of);
      samples.push(sample);
      log(rowOf(n, sample));
    }
  } finally {
    end.abort();
    await Promise.all([...loops, ...pending]);
  }
  return { plan, samples, serverErrors: stack.serverErrors() };
}

/** At fixed times, however long the work takes. */
async function everyMs(ms: number, signal: AbortSignal, work: (at: number) => void): Promise<void> {
  const startedAt = performance.now();
  for (let at = 0; !signal.aborted; at += 1) {
    work(at);
    const wait = startedAt + (at + 1) * ms - performance.now();
    await delay(Math.max(0, wait), undefined, { signal }).catch(() => undefined);
  }
}

async function bookNext(stack: IsolatedStack, shops: SoakShop[], at: number, of: Minute): Promise<void> {
  const { shop, orders } = shops[at % shops.length] ?? {};
  const order = orders?.shift();
  if (!shop || !order) throw new Error('the orders did not arrive in time');
  const token = shop.tokens[at % shop.tokens.length] ?? '';
  const company = companies[Math.floor(at / shops.length) % companies.length] ?? 'LEOPARD';
  const opened = await openForm(webOf(stack, at), shop, token, order, company);
  const clickedAt = performance.now();
  const answer =
    'form' in opened ? await sendBooking(webOf(stack, at), token, opened.form, `soak-${order.id}`) : opened;
  of.bookings.push(performance.now() - clickedAt);
  if (answer.kind !== 'booked') of.notBooked += 1;
}

async function readLists(stack: IsolatedStack, shops: SoakShop[], at: number, of: Minute): Promise<void> {
  const [token = ''] = shops[at % shops.length]?.shop.tokens ?? [];
  const { url } = webOf(stack, at);
  for (const path of [getAllOrders.path, getStoreOrders.path]) {
    const startedAt = performance.now();
    const { status } = await callApi(url, token, 'GET', path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    of.lists.push(performance.now() - startedAt);
  }
}

/** The web processes in turn. */
function webOf(stack: IsolatedStack, at: number): IsolatedStack {
  const webs = stack.servers.filter(({ role }) => role === 'web');
  return { ...stack, url: webs[at % webs.length]?.url ?? stack.url };
}

async function readHeaps(stack: IsolatedStack, { heaps }: Minute): Promise<void> {
  for (const { name, url } of namedServers(stack))
    heaps.set(name, [...(heaps.get(name) ?? []), (await readMetrics(url)).get('nodejs_heap_size_used_bytes') ?? 0]);
}

const namedServers = ({ servers }: IsolatedStack) =>
  servers.map(({ role, url }, index) => ({ name: `${role} ${index + 1}`, url }));

/** Those that were booked in the last minutes and not tracked for a minute. */
async function makeParcelsDue(stack: IsolatedStack, shops: SoakShop[]): Promise<void> {
  const recent = `update shipment set next_track_at = now() where shop_id = $1 and next_track_at > now()
    and booked_at > now() - make_interval(mins => $2)
    and coalesce(last_tracked_at, booked_at) < now() - make_interval(mins => 1)`;
  for (const { shop } of shops) {
    await stack.query(recent, z.never(), [shop.shopId, trackedMinutes]);
    await trackSoon(stack, shop);
  }
}

const megabytes = (bytes: number): number => bytes / 1024 / 1024;

async function sampleOf(stack: IsolatedStack, { heaps, ...measured }: Minute): Promise<SoakSample> {
  const processes: SoakSample['processes'] = [];
  for (const { name, url } of namedServers(stack)) {
    const metrics = await readMetrics(url);
    const heap = Math.min(...(heaps.get(name) ?? []), metrics.get('nodejs_heap_size_used_bytes') ?? 0);
    const memory = metrics.get('process_resident_memory_bytes') ?? 0;
    processes.push({ name, heap: megabytes(heap), memory: megabytes(memory) });
  }
  const jobs = await jobCounts(stack.context);
  const [counts] = await stack.query(
    `select (select count(*)::int from desired_store_state where state = 'due') as "dueStoreUpdates",
            (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
    z.object({ dueStoreUpdates: z.number(), connections: z.number() }),
  );
  if (!counts) throw new Error('the database cannot be asked');
  const tables = await stack.query(
    `select relname as table, n_live_tup::int as live, n_dead_tup::int as dead, autovacuum_count::int as autovacuums
     from pg_stat_user_tables`,
    z.object({ table: z.string(), live: z.number(), dead: z.number(), autovacuums: z.number() }),
  );
  const dueJobs = Object.fromEntries(jobs.map(({ kind, due }) => [kind, due]));
  return { ...measured, ...counts, processes, dueJobs, tables };
}

const widths = [6, 8, 24, 22, 22, 46, 8, 6, 9, 11, 11];
const cells = (values: (string | number)[]): string =>
  values.map((value, at) => String(value).padStart(widths[at] ?? 0)).join('  ');

const head = cells([
  'minute',
  'bookings',
  'booking p50/p95/p99 ms',
  'list p50/p95/p99 ms',
  'fixed task p50/p95/p99',
  'heap/memory MB of each process',
  'due jobs',
  'store',
  'dead rows',
  'autovacuums',
  'connections',
]);

const percentiles = (values: number[]): string =>
  [0.5, 0.95, 0.99].map((share) => shownMs(percentile(values, share))).join('/');

const shownMs = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

function rowOf(minute: number, sample: SoakSample): string {
  const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
  return cells([
    minute,
    sample.bookings.length,
    percentiles(sample.bookings),
    percentiles(sample.lists),
    percentiles(sample.fixedTasks),
    sample.processes.map(({ heap, memory }) => `${heap.toFixed(0)}/${memory.toFixed(0)}`).join(' '),
    total(Object.values(sample.dueJobs)),
    sample.dueStoreUpdates,
    total(sample.tables.map(({ dead }) => dead)),
    total(sample.tables.map(({ autovacuums }) => autovacuums)),
    sample.connections,
  ]);
}
