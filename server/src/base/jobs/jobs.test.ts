import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { longestStopMs } from '../longest-stop.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { countJobs } from './job-metrics.ts';
import { countLateJobs } from './count-late-jobs.ts';
import { startSweeps } from './sweeps.ts';
import { startQueue, type Queue } from './queue.ts';
import { neededJobsJob, requestNeededJobs } from './request-needed-jobs.ts';
import type { Work } from './run-job.ts';

let server: TestServer;
let shopId: string;
const queues: Queue[] = [];

beforeAll(async () => {
  server = await startTestServer({ sandbox: false, realClock: true });
});
beforeEach(async () => {
  await server.context.pool.query('delete from pgboss.job');
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server?.close());

const later = (ms: number): Date => new Date(Date.now() + ms);

const request = (at: Date, shop = shopId): Promise<void> =>
  withShop(server.context.db, shop, (trx) => server.context.jobs.request(trx, 'webhooks', { shopId: shop, at }));

async function jobs(): Promise<{ state: string; start_after: Date; priority: number }[]> {
  const { rows } = await server.context.pool.query(
    'select state, start_after, priority from pgboss.job where group_id = $1 order by start_after',
    [shopId],
  );
  return rows;
}

const workOf = (run: Work['run'], needed: Work['needed'] = async () => []): Work => ({
  kind: 'webhooks',
  atOnce: 4,
  atOncePerShop: 1,
  run,
  needed,
});

/** As many processes as asked for, each with the work. Stopped at the end of `during`. */
async function whileRunning(processes: number, work: Work, during: () => Promise<void>): Promise<void> {
  for (let n = 0; n < processes; n += 1) {
    const context = server.secondContext();
    const all = { kinds: [work], scheduled: [neededJobsJob([work])] };
    queues.push(await startQueue(context, server.database.url, all, { monitorSeconds: 1 }));
  }
  try {
    await during();
  } finally {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  }
}

test('a second request keeps one job, due at the earlier of the two times', async () => {
  const [soon, late] = [later(60_000), later(600_000)];
  await request(late);
  await request(soon);
  await request(late);
  expect((await jobs()).map((job) => job.start_after)).toEqual([soon]);
});

// By themselves, places look once a minute.
test('a job that becomes due while its transaction is running starts soon after it', async () => {
  const started = Promise.withResolvers<void>();
  const work = workOf(async () => {
    started.resolve();
    return undefined;
  });
  await whileRunning(1, work, async () => {
    await withShop(server.context.db, shopId, async (trx) => {
      await sql`select pg_sleep(1)`.execute(trx);
      await server.context.jobs.request(trx, 'webhooks', { shopId, at: later(0) });
    });
    const endedAt = performance.now();
    await started.promise;
    expect(performance.now() - endedAt).toBeLessThan(20_000);
  });
});

test('a job is requested with the transaction that causes it, or not at all', async () => {
  const undone = withShop(server.context.db, shopId, async (trx) => {
    await server.context.jobs.request(trx, 'webhooks', { shopId, at: later(0) });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await jobs()).toEqual([]);
});

test('a job starts only when the transactions that request it have ended, and no request waits for another', async () => {
  await request(later(0));
  const order: string[] = [];
  const requested = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const slow = withShop(server.context.db, shopId, async (trx) => {
    await server.context.jobs.request(trx, 'webhooks', { shopId, at: later(0) });
    requested.resolve();
    await commit.promise;
    order.push('the slow transaction ends');
  });
  await requested.promise;
  const work = workOf(async () => {
    order.push('the job runs');
    return undefined;
  });
  await whileRunning(1, work, async () => {
    await request(later(0));
    order.push('another request is done');
    commit.resolve();
    await slow;
    await vi.waitFor(() => expect(order).toHaveLength(4), 30_000);
  });
  expect(order).toEqual(['another request is done', 'the slow transaction ends', 'the job runs', 'the job runs']);
});

test('one job of a shop runs at a time in all processes, and what is requested meanwhile runs afterwards', async () => {
  let running = 0;
  let maxRunning = 0;
  let runs = 0;
  const release: (() => void)[] = [];
  const work = workOf(async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    runs += 1;
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return undefined;
  });
  await whileRunning(3, work, async () => {
    await request(later(0));
    for (let n = 1; n <= 5; n += 1) {
      await vi.waitFor(() => expect(runs).toBe(n), 30_000);
      if (n < 5) await request(later(0));
      release.shift()?.();
    }
  });
  expect(maxRunning).toBe(1);
});

test('jobs that hang or fail leave places for the jobs of other shops, and come back later', async () => {
  const hanging = await Promise.all(Array.from({ length: 6 }, () => aShop(server.context)));
  const started = new Map<string, number>();
  const stop = new AbortController();
  const work = workOf(async (_context, { shopId: shop }, signal) => {
    started.set(shop, (started.get(shop) ?? 0) + 1);
    if (shop === shopId) return undefined;
    await new Promise<void>((resolve) => {
      for (const one of [signal, stop.signal]) one.addEventListener('abort', () => resolve());
      if (signal.aborted) resolve();
    });
    throw new Error('the store does not respond');
  });
  await whileRunning(1, work, async () => {
    for (const { shopId: shop } of hanging) await request(later(0), shop);
    // All places hang once. Afterwards, half of them are kept free of jobs that failed.
    await vi.waitFor(() => expect(started.size).toBe(4), 30_000);
    stop.abort();
    await vi.waitFor(() => expect(started.size).toBe(6), 30_000);
    await server.context.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await request(later(0));
    await vi.waitFor(() => expect(started.get(shopId)).toBe(1), 30_000);
    const { rows } = await server.context.pool.query(`select distinct priority from pgboss.job where state = 'retry'`);
    expect(rows).toEqual([{ priority: -1 }]);
  });
});

test('jobs that are done are deleted within minutes', async () => {
  const { pool } = server.context;
  await request(later(0));
  const work = workOf(async () => undefined);
  await whileRunning(1, work, async () => {
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['completed']);
  });
  const minutesAgo = "now() - interval '301 seconds'";
  await pool.query(`update pgboss.job set completed_on = ${minutesAgo}`);
  await pool.query(`update pgboss.queue set maintain_on = ${minutesAgo}`);
  await whileRunning(1, work, async () => {
    await expect.poll(jobs).toEqual([]);
  });
});

test('a job of a process that was killed runs again', async () => {
  const { pool } = server.context;
  const killed = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'pgboss' });
  await request(later(-1_000));
  expect(await killed.fetch('webhooks')).toHaveLength(1);
  await pool.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`);
  const runs: string[] = [];
  const work = workOf(async (_context, { shopId: shop }) => {
    runs.push(shop);
    return undefined;
  });
  await whileRunning(1, work, () => vi.waitFor(() => expect(runs).toEqual([shopId]), 40_000));
});

test('a process that stops tells its jobs at once, and what they leave is due for another one', async () => {
  const started = Promise.withResolvers<void>();
  const work = workOf(async (_context, _job, signal) => {
    started.resolve();
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return later(0);
  });
  await request(later(0));
  await whileRunning(1, work, () => started.promise);
  expect((await jobs()).map(({ state }) => state).filter((state) => state !== 'completed')).toEqual(['created']);
});

test('a process that stops waits longer than any courier may take to answer', () => {
  for (const { abilities } of Object.values(server.context.couriers))
    expect(abilities.timeoutMs).toBeLessThan(longestStopMs);
});

test('a job during which the database went away runs again as soon as it is back', async () => {
  let runs = 0;
  const work = workOf(async ({ pool }) => {
    runs += 1;
    if (runs === 1) await pool.query('select pg_terminate_backend(pg_backend_pid())');
    return undefined;
  });
  await whileRunning(1, work, async () => {
    await request(later(0));
    await vi.waitFor(() => expect(runs).toBe(2), 30_000);
  });
});

test('a worker requests jobs that rows need and that are missing, and no other ones', async () => {
  const { shopId: other } = await aShop(server.context);
  const inAnHour = later(3_600_000);
  await request(inAnHour);
  const work = workOf(
    async () => undefined,
    async () => [shopId, other].map((shop) => ({ shopId: shop, at: later(0) })),
  );
  await requestNeededJobs(server.context, [work]);
  const { rows } = await server.context.pool.query('select group_id from pgboss.job order by created_on');
  expect(rows.map((row) => row.group_id)).toEqual([shopId, other]);
  expect((await jobs()).map((job) => job.start_after)).toEqual([inAnHour]);
});

test('a worker that starts finds work for which no job was requested', async () => {
  const runs: string[] = [];
  const work = workOf(
    async (_context, { shopId: shop }) => {
      runs.push(shop);
      return undefined;
    },
    async () => [{ shopId, at: later(0) }],
  );
  await whileRunning(1, work, () => vi.waitFor(() => expect(runs).toEqual([shopId]), 30_000));
});

test('a queue that loses the database while it starts waits until it is back', async () => {
  const admin = new pg.Pool({ connectionString: server.database.adminUrl, max: 2 });
  const locking = await admin.connect();
  /** How many connections ended that waited for the lock. */
  const endWaiting = async () => {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'courierdesk-jobs' and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  try {
    await locking.query('begin');
    await locking.query('lock table pgboss.queue in access exclusive mode');
    const work = { kinds: [workOf(async () => undefined)], scheduled: [] };
    const starting = startQueue(server.secondContext(), server.database.url, work);
    await expect.poll(endWaiting).toBeGreaterThan(0);
    await expect.poll(endWaiting).toBeGreaterThan(0);
    await locking.query('commit');
    await (await starting).stop();
  } finally {
    locking.release();
    await admin.end();
  }
});

test('the log has the error of a scheduled job that fails', async () => {
  const context = server.secondContext();
  const logged = vi.spyOn(context.log, 'error');
  const error = new Error('a bug');
  const failing = { name: 'test.fails', cron: '0 0 1 1 *', atStart: true, run: () => Promise.reject(error) };
  const queue = await startQueue(context, server.database.url, { kinds: [], scheduled: [failing] });
  try {
    await expect
      .poll(() => logged.mock.calls, { timeout: 10_000 })
      .toContainEqual([{ err: error, job: 'test.fails' }, 'scheduled job failed']);
  } finally {
    await queue.stop();
    await context.pool.query("delete from pgboss.schedule where name = 'test.fails'");
  }
});

test('a job at set times that an earlier version had is scheduled no more once this version runs', async () => {
  const { pool } = server.context;
  const names = async () => (await pool.query('select name from pgboss.schedule')).rows.map(({ name }) => name);
  const job = { name: 'test.earlier', cron: '0 0 1 1 *', run: async () => undefined };
  const before = await startQueue(server.secondContext(), server.database.url, { kinds: [], scheduled: [job] });
  await before.stop();
  expect(await names()).toContain('test.earlier');
  const after = await startQueue(server.secondContext(), server.database.url, { kinds: [], scheduled: [] });
  await after.stop();
  expect(await names()).not.toContain('test.earlier');
});

test('a scheduled job that takes longer than a quarter of an hour is not begun again while it runs', async () => {
  const { pool } = server.context;
  const ended = Promise.withResolvers<void>();
  let runs = 0;
  const run = (): Promise<void> => {
    runs += 1;
    return ended.promise;
  };
  const job = { name: 'test.long', cron: '0 0 1 1 *', atStart: true, run };
  const queue = await startQueue(
    server.secondContext(),
    server.database.url,
    { kinds: [], scheduled: [job] },
    { monitorSeconds: 1 },
  );
  const state = async () => (await pool.query("select state from pgboss.job where name = 'test.long'")).rows;
  /** The queue has looked for jobs that took too long. */
  const monitored = async () =>
    (await pool.query("select monitor_on is not null as done from pgboss.queue where name = 'test.long'")).rows[0].done;
  try {
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    await pool.query("update pgboss.job set started_on = now() - interval '20 minutes' where name = 'test.long'");
    await pool.query("update pgboss.queue set monitor_on = null where name = 'test.long'");
    await expect.poll(monitored).toBe(true);
    expect(await state()).toEqual([{ state: 'active' }]);
  } finally {
    ended.resolve();
    await queue.stop();
    await pool.query("delete from pgboss.schedule where name = 'test.long'");
  }
  expect(runs).toBe(1);
  expect(await state()).toEqual([{ state: 'completed' }]);
});

test('the metrics show a sweep whose last run failed, until one succeeds', async () => {
  const context = server.secondContext();
  let fails = true;
  const run = () => (fails ? Promise.reject(new Error('a bug')) : Promise.resolve(0));
  const sweeps = startSweeps(context, [{ name: 'test.sweep', everyMs: 10, run }]);
  const failing = async () =>
    /courierdesk_failing_jobs\{kind="test.sweep"\} (\d)/.exec(await context.metrics.registry.metrics())?.[1];
  try {
    await expect.poll(failing).toBe('1');
    fails = false;
    await expect.poll(failing).toBe('0');
  } finally {
    await sweeps.stop();
  }
});

test('the metrics say how long a job at set times is late, whether it does not run or fails', async () => {
  const { pool } = server.context;
  const job = { name: 'test.late', cron: '*/10 * * * *', atStart: true, run: () => Promise.resolve() };
  const ran = async () => (await pool.query("select state from pgboss.job where name = 'test.late'")).rows;
  const late = async () => {
    await countLateJobs(server.context);
    const shown = await server.context.metrics.registry.metrics();
    return Math.round(Number(/courierdesk_scheduled_job_late_seconds\{name="test.late"\} (.+)/.exec(shown)?.[1]) / 60);
  };
  const queue = await startQueue(server.secondContext(), server.database.url, { kinds: [], scheduled: [job] });
  try {
    await expect.poll(ran, { timeout: 10_000 }).toEqual([{ state: 'completed' }]);
  } finally {
    await queue.stop();
  }
  expect(await late()).toBe(0);
  await pool.query("update pgboss.schedule set created_on = now() - interval '1 day' where name = 'test.late'");
  expect(await late()).toBe(0);
  await pool.query("update pgboss.job set completed_on = now() - interval '2 hours' where name = 'test.late'");
  expect(await late()).toBe(110);
  await pool.query("update pgboss.job set state = 'failed', completed_on = now() where name = 'test.late'");
  expect(await late()).toBe(1430);
  await pool.query("delete from pgboss.schedule where name = 'test.late'");
});

test('the metrics count due jobs, how long the oldest waits, and those that failed', async () => {
  await request(later(-90_000));
  await countJobs(server.context);
  const { registry } = server.context.metrics;
  const shown = await registry.metrics();
  expect(shown).toContain('courierdesk_due_jobs{kind="webhooks"} 1');
  expect(Number(/courierdesk_oldest_due_job_seconds\{kind="webhooks"\} ([\d.]+)/.exec(shown)?.[1])).toBeGreaterThan(89);
  expect(shown).toContain('courierdesk_failing_jobs{kind="webhooks"} 0');
});
