import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseCode, type Db } from './client.ts';
import { onOneConnection } from './one-connection.ts';

export type TransactionOptions = {
  /**
   * For work that sends all its statements before it awaits the first answer: BEGIN, the statements and COMMIT travel
   * together and cost one round trip. A later statement is refused. COMMIT is already on its way when an answer comes, so
   * an error that `work` throws after it undoes nothing: use `updateExactlyOne` where a row must match.
   */
  readonly pipelined?: boolean;
  /**
   * False: COMMIT does not wait for the disk. A crash of the database can lose the last few milliseconds; a crash of our
   * process cannot. For leases, and for data that is read again anyway.
   */
  readonly durable?: boolean;
};

/** A transaction that sees the rows of one shop and no others: row-level security reads `app.shop_id`. */
export function withShop<T>(
  db: Db,
  shopId: string,
  work: (trx: Db) => Promise<T>,
  { pipelined = false, durable = true }: TransactionOptions = {},
): Promise<T> {
  if (!/^[0-9a-f]{24}$/.test(shopId)) throw new Error('not a shop id');
  const settings = [`set local app.shop_id = '${shopId}'`, ...(durable ? [] : ['set local synchronous_commit = off'])];
  const begin = ['begin', ...settings].join('; ');
  return repeatAfterConflict(() => (pipelined ? runPipelined(db, begin, work) : run(db, begin, work)));
}

/** A transaction across shops, for the worker and for rows that belong to no shop yet. */
export function acrossShops<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return repeatAfterConflict(() => run(db, 'begin; set local role courierdesk_system', work));
}

const maxTries = 4;

/** A transaction makes no calls to couriers or stores, so it is safe to run it again after a deadlock. */
async function repeatAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error;
      await pause(10 + Math.random() * 40 * tries);
    }
  }
}

/** Deadlock or serialisation failure: PostgreSQL ended this transaction so that another could continue. */
function isConflict(error: unknown): boolean {
  const code = databaseCode(error);
  return code === '40P01' || code === '40001';
}

/** BEGIN travels with the first statements. Should it fail, they fail as well. */
function run<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return onOneConnection(db, async ({ connection, transaction, end, causeOf }) => {
    const begun = sql.raw(begin).execute(connection);
    begun.catch(() => undefined);
    try {
      const result = await work(transaction);
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

/** If a statement fails, PostgreSQL skips those after it, and COMMIT rolls back. */
function runPipelined<T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return onOneConnection(db, async ({ connection, transaction, end, causeOf }) => {
    const begun = sql.raw(begin).execute(connection);
    // An async function, so that an error thrown at once still reaches the COMMIT below.
    const worked = (async () => work(transaction))();
    end();
    const committed = sql`commit`.execute(connection);
    const outcomes = await Promise.allSettled([begun, worked, committed]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw causeOf(outcome.reason);
    return worked;
  });
}
