import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createContext, type Context } from '../context.ts';
import type { Job } from '../db/job-requests.ts';
import { runJob, type Work } from './run-job.ts';

/** Runs the jobs that are due by the product's clock, one after the other. */
export async function runDueJobs(context: Context, work: Work): Promise<void> {
  const { kind } = work;
  const { boss, executeSql } = bossOf(context);
  // The queue reads the database's clock, so the jobs that are due by ours are marked.
  const markDue = (states: readonly string[]) =>
    executeSql(
      `update pgboss.job set priority = $4, start_after = least(start_after, now())
       where name = $1 and state::text = any($2) and start_after <= $3`,
      [kind, states, context.clock(), duePriority],
    );
  const { rowCount } = await markDue(['created', 'retry']);
  if (rowCount === 0) return;
  for (let found = true; ;) {
    const [job] = await boss.fetch(kind, {
      includeMetadata: true,
      groupConcurrency: work.atOncePerShop,
      minPriority: duePriority,
    });
    if (!job && !found) return;
    found = job !== undefined;
    if (job) {
      await runJob(boss, context, work, { ...job, signal: new AbortController().signal });
      await boss.complete(kind, job);
    }
    // What failed is not tried again now. A request locks its job until its transaction ends, and the queue skips it; this waits for it.
    const { rowCount: due } = await markDue(['created']);
    if (!job && due === 0) return;
  }
}

const duePriority = 100;
const killedPriority = 200;

/** Longer than the leases of what one process does at a time, such as renewing the access to a store. */
const longestLeaseMs = 120_000;

/**
 * Runs a job in a process that is killed when `moment` comes. Then the job is due again, as after its missed heartbeat, and what
 * the process had leased is free.
 */
export async function killDuringJob(
  server: { readonly context: Context; readonly clock: { readonly now: Date; advance(ms: number): void } },
  work: Work,
  { shopId, key = shopId }: Job,
  moment: () => Promise<unknown>,
  given: Partial<Context> = {},
): Promise<void> {
  const { kind } = work;
  const clock = () => server.clock.now;
  const killed: Context = { ...createContext(server.context.config, { clock }), ...given };
  const { boss, executeSql } = bossOf(server.context);
  await executeSql(`update pgboss.job set priority = $3, start_after = now() where name = $1 and singleton_key = $2`, [
    kind,
    key,
    killedPriority,
  ]);
  const [job] = await boss.fetch(kind, { minPriority: killedPriority });
  if (!job) throw new Error(`there is no job of ${key}`);
  const ended = work.run(killed, { shopId, key }, new AbortController().signal).catch(() => undefined);
  await moment();
  await killed.pool.end();
  await ended;
  await executeSql(`update pgboss.job set state = 'retry' where id = $1`, [job.id]);
  server.clock.advance(longestLeaseMs + 1);
}

/** One for each pool: it reads the settings of a kind once. */
const bosses = new WeakMap<pg.Pool, PgBoss>();

function bossOf({ pool }: Pick<Context, 'pool'>) {
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values);
  const boss = bosses.get(pool) ?? new PgBoss({ db: { executeSql }, schema: 'pgboss' });
  bosses.set(pool, boss);
  return { boss, executeSql };
}
