import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseCode, type Db } from './client.ts';
import { isOutdatedPlan, keepPrepared } from './preparing-client.ts';

/**
 * A transaction that sees one shop's rows and no others: row-level security reads `app.shop_id`.
 * The setting, BEGIN and the first statement travel together, so a tenant's transaction costs one round trip more than
 * a bare query: its commit. Should BEGIN fail, what follows it fails as well.
 */
export function withShop<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}`, work);
}

/** As `withShop`, for work that finds its rows by key and is done all day: its statements stay prepared. */
export function withShopByKey<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}${keepPrepared}`, work);
}

/**
 * As `withShopByKey`, but the commit does not wait for the disk: a crash of the database may undo the last moments of
 * such work, never ours. The log keeps its order, so that any later commit which does wait brings it to the disk as well.
 * For leases, what is read again anyway, and what counts only with the durable step that follows it.
 */
export function withShopSoon<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}; set local synchronous_commit = off${keepPrepared}`, work);
}

function setShop(shopId: string): string {
  if (!/^[0-9a-f]{24}$/.test(shopId)) throw new Error('not a shop id');
  return `set local app.shop_id = '${shopId}'`;
}

/** A transaction across shops, for the worker's sweeps and for rows that no shop owns yet. */
export function acrossShops<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, 'begin; set local role courierdesk_system', work);
}

const mostTries = 4;

/** Work whose locks crossed another's, or whose plans a migration outdated, is done again: transactions hold no HTTP, so nothing but rows is repeated. */
async function inTransaction<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(db, begin, work);
    } catch (error) {
      if (!(isCrossedLocks(error) || isOutdatedPlan(error)) || tries === mostTries) throw error;
      await pause(10 + Math.random() * 40 * tries);
    }
  }
}

function once<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (trx) => {
    const begun = sql.raw(begin).execute(trx);
    begun.catch(() => undefined);
    try {
      const result = await work(trx);
      await begun;
      await sql`commit`.execute(trx);
      return result;
    } catch (error) {
      await sql`rollback`.execute(trx).catch(() => undefined);
      throw error;
    }
  });
}

/** Deadlock or serialisation failure: PostgreSQL ended this transaction so that another could go on. */
function isCrossedLocks(error: unknown): boolean {
  const code = databaseCode(error);
  return code === '40P01' || code === '40001';
}
