import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { databaseCode, type Db } from './client.ts';
import { onOneConnection } from './one-connection.ts';
import { isOutdatedPlan, keepPrepared } from './preparing-client.ts';

/**
 * A transaction that sees one shop's rows and no others: row-level security reads `app.shop_id`.
 * The setting, BEGIN and the statements that are asked for at once travel together, so a tenant's transaction costs one
 * round trip more than a bare query: its commit. Should BEGIN fail, what follows it fails as well.
 */
export function withShop<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}`, work);
}

/** As `withShop`, for work that finds its rows by key and is done all day: its statements stay prepared. */
export function withShopByKey<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}${keepPlans}`, work);
}

/**
 * As `withShopByKey`, but the commit does not wait for the disk: a crash of the database may undo the last moments of
 * such work, never ours. The log keeps its order, so that any later commit which does wait brings it to the disk as well.
 * For leases, what is read again anyway, and what counts only with the durable step that follows it.
 */
export function withShopSoon<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, beginSoon(shopId), work);
}

/**
 * Whether a plan made for the values at hand would be cheaper is not asked again and again: making it takes longer than
 * the statement, which finds its rows by key or by the one index that fits all values.
 */
const keepPlans = `; set local plan_cache_mode = force_generic_plan${keepPrepared}`;

function setShop(shopId: string): string {
  if (!/^[0-9a-f]{24}$/.test(shopId)) throw new Error('not a shop id');
  return `set local app.shop_id = '${shopId}'`;
}

/** The rows of one statement that needs no shop, such as what finds it; the statement stays prepared. */
export function beforeShop<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return untilUndisturbed(async () => (await sql<Row>`${statement}${sql.raw(keepPrepared)}`.execute(db)).rows);
}

/** A transaction across shops, for the worker's sweeps and for rows that no shop owns yet. */
export function acrossShops<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, 'begin; set local role courierdesk_system', work);
}

/**
 * As `withShopByKey`, for statements that are all asked for before the first one is awaited: BEGIN, they and COMMIT
 * travel together and cost one round trip. A statement that comes later is refused, and what `work` throws by itself, with
 * every statement done, undoes nothing: what must hold is demanded of the database (`updateExactlyOne`).
 */
export function withShopAtOnce<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}${keepPlans}`, work, inOneRound);
}

/**
 * As `withShopAtOnce`, but plans are made for the values at hand: for filters, of which some match few rows and some most.
 * A statement that finds its rows by key may still ask to be kept.
 */
export function withShopPlannedAtOnce<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, `begin; ${setShop(shopId)}`, work, inOneRound);
}

/** Both: one round trip, and no waiting for the disk. */
export function withShopAtOnceSoon<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, beginSoon(shopId), work, inOneRound);
}

const beginSoon = (shopId: string): string =>
  `begin; ${setShop(shopId)}; set local synchronous_commit = off${keepPlans}`;

const maxTries = 4;

function inTransaction<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>, run: typeof once = once): Promise<T> {
  return untilUndisturbed(() => run(db, begin, work));
}

/**
 * Work whose locks crossed another's, or whose plans a migration outdated, is done again: it holds no HTTP, so nothing
 * but rows is repeated.
 */
async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(isCrossedLocks(error) || isOutdatedPlan(error)) || tries === maxTries) throw error;
      await pause(10 + Math.random() * 40 * tries);
    }
  }
}

function once<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return onOneConnection(db, async ({ connection, inside, end, causeOf }) => {
    const begun = sql.raw(begin).execute(connection);
    begun.catch(() => undefined);
    try {
      const result = await work(inside);
      await begun;
      end();
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      end();
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw causeOf(error);
    }
  });
}

/** Should a statement fail, those after it are passed over, and COMMIT rolls back. */
function inOneRound<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return onOneConnection(db, async ({ connection, inside, end, causeOf }) => {
    const begun = sql.raw(begin).execute(connection);
    // Should it throw before it waits for anything, the transaction must still be ended.
    const worked = (async () => work(inside))();
    end();
    const committed = sql`commit`.execute(connection);
    const ends = await Promise.allSettled([begun, worked, committed]);
    for (const ended of ends) if (ended.status === 'rejected') throw causeOf(ended.reason);
    return worked;
  });
}

/** Deadlock or serialisation failure: PostgreSQL ended this transaction so that another could go on. */
function isCrossedLocks(error: unknown): boolean {
  const code = databaseCode(error);
  return code === '40P01' || code === '40001';
}
