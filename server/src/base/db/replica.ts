import type pg from 'pg';
import { isTransient, openDb, type Db, type DbOptions } from './client.ts';
import { withShop } from './tenancy.ts';

/** A standby of the database, for reads that may be a little old. */
export type Replica = {
  /** The standby, if it has all that the database had at this moment of `performance.now()`. */
  asOf(moment: number): Db | undefined;
  close(): Promise<void>;
};

const lookEveryMs = 250;
/** What analytics may miss. */
const maxAgeMs = 1_000;

/** Looks four times a second how far the standby has come. `changed` tells when it begins and ends to be fresh. */
export function followReplica(
  url: string,
  options: DbOptions,
  { primary, changed }: { primary: pg.Pool; changed: (isFresh: boolean) => void },
): Replica {
  const { db, pool } = openDb(url, options);
  /** The database had come so far at a moment. */
  let mark: { readonly moment: number; readonly position: string } | undefined;
  let hasAllOf = Number.NEGATIVE_INFINITY;
  let wasFresh: boolean | undefined;

  const look = async (): Promise<void> => {
    mark ??= { moment: performance.now(), position: await positionOf(primary) };
    if (!(await hasReached(pool, mark.position))) return;
    hasAllOf = mark.moment;
    mark = undefined;
  };
  const lookAndTell = async (): Promise<void> => {
    // Neither the database nor the standby may answer; both are asked again.
    await look().catch(() => undefined);
    const isFresh = performance.now() - hasAllOf <= maxAgeMs;
    if (isFresh !== wasFresh) changed(isFresh);
    wasFresh = isFresh;
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= lookAndTell().finally(() => (looking = undefined));
  }, lookEveryMs);
  timer.unref();

  return {
    asOf: (moment) => (hasAllOf >= moment ? db : undefined),
    async close() {
      clearInterval(timer);
      await looking;
      await db.destroy();
    },
  };
}

async function positionOf(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_lsn() as position');
  return rows[0]?.position ?? '0/0';
}

/** A standby that was promoted follows no longer. */
async function hasReached(standby: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await standby.query<{ reached: boolean }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [position],
  );
  return rows[0]?.reached === true;
}

type Reading = { readonly db: Db; readonly replica: Replica | undefined };

/** Reads of a shop, from the standby if it has all that the database had at the moment; without one, a second ago. */
export async function readShop<T>(
  { db, replica }: Reading,
  shopId: string,
  read: (trx: Db) => Promise<T>,
  moment = performance.now() - maxAgeMs,
): Promise<T> {
  const standby = replica?.asOf(moment);
  if (!standby) return withShop(db, shopId, read);
  try {
    return await withShop(standby, shopId, read);
  } catch (error) {
    // It went away, or ended the query because it must not wait for it any longer.
    if (!isTransient(error)) throw error;
    return withShop(db, shopId, read);
  }
}
