import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inStep } from '../tracing/tracing.ts';
import { databaseCode, shopQueues, type Db } from './client.ts';

/** Set during a transaction of a shop. One that begins inside it must not wait in the queue until it ends. */
const duringTransaction = new AsyncLocalStorage<true>();

/** A transaction that sees the rows of one shop and no others: row-level security reads `app.shop_id`. */
export function withShop<T>(db: Db, shopId: string, work: (trx: Db) => Promise<T>): Promise<T> {
  if (!/^[0-9a-f]{24}$/.test(shopId)) throw new Error('not a shop id');
  const inTransaction = (): Promise<T> =>
    run(db, `set local app.shop_id = '${shopId}'`, (trx) => duringTransaction.run(true, () => work(trx)));
  const queue = duringTransaction.getStore() ? undefined : shopQueues.get(db);
  return inStep({ name: 'transaction' }, () => (queue ? queue.run(shopId, inTransaction) : inTransaction()));
}

/** A transaction across shops, for the worker and for rows that belong to no shop yet. */
export function acrossShops<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return inStep({ name: 'transaction across shops' }, () => run(db, setSystemRole, work));
}

/** A cluster would send `set local role` to its nodes, also for functions that run there with the rights of their owner. */
const setSystemRole = `select set_config('role', 'courierdesk_system', true)`;

const maxTries = 4;

/** A transaction makes no calls to couriers or stores, so it is safe to run it again after a deadlock. */
async function run<T>(db: Db, setting: string, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql.raw(setting).execute(trx);
        return work(trx);
      });
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
