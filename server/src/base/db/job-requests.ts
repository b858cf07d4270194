import { sql } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import type pg from 'pg';
import type { Db } from './client.ts';
import { jobKinds, type JobKind } from './job-kinds.ts';

/** Background work of one kind for one shop. */
export type Job = {
  readonly shopId: string;
  /** What the work is about, where a shop has several jobs of the kind. One job of a key runs at a time. */
  readonly key?: string;
};

/** The shop of jobs for what belongs to no shop yet, such as a request to reset a password. */
export const noShop = '000000000000000000000000';

export type JobRequests = {
  /** Reads the settings of all kinds. Until then, a request inside a transaction takes a second connection for that. */
  prepare(): Promise<void>;
  /**
   * Makes work due at a time, in the transaction that causes it. A second request keeps one job, due at the earlier of
   * the two times.
   */
  request(trx: Db, kind: JobKind, job: Job & { readonly at: Date }): Promise<void>;
};

/** Only sends: it is never started, and has no connections of its own. */
export function createJobRequests(pool: pg.Pool): JobRequests {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'pgboss' });
  return {
    async prepare() {
      // One after the other: a process that starts needs one connection for it.
      for (const kind of jobKinds) await boss.findJobs(kind, { key: '' });
    },
    async request(trx, kind, { shopId, key = shopId, at }) {
      const db = fromKysely(trx);
      const waiting = await lockWaitingJob(trx, kind, key);
      if (!waiting) await boss.send(kind, {}, { db, singletonKey: key, group: { id: shopId }, startAfter: at });
      else if (waiting.start_after > at) await boss.update(kind, undefined, { db, id: waiting.id, startAfter: at });
    },
  };
}

/**
 * The lock lasts as long as the transaction. Workers skip a locked job, so a job never runs before it can see what its
 * requests wrote. Requests skip it too and add another job, so that no transaction waits for another one.
 */
async function lockWaitingJob(
  trx: Db,
  kind: JobKind,
  key: string,
): Promise<{ id: string; start_after: Date } | undefined> {
  const { rows } = await sql<{ id: string; start_after: Date }>`
    select id, start_after from pgboss.job
    where name = ${kind} and singleton_key = ${key} and state = 'created'
      and not blocked and policy = 'key_strict_fifo'
    order by start_after limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** For a shop that is erased. A job that runs now ends by itself. */
export async function deleteJobsOfShop(trx: Db, shopId: string): Promise<void> {
  await sql`delete from pgboss.job where group_id = ${shopId} and state < 'active'`.execute(trx);
}
