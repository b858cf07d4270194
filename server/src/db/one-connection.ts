import { Kysely, PostgresDialect } from 'kysely';
import type { Db } from './client.ts';
import type { DB } from './schema.ts';

/**
 * Works on one connection, whose statements leave as soon as they are asked for: what is not awaited one by one travels
 * together. Kysely's own `connection()` holds each statement back until the one before it is answered.
 */
export function onOneConnection<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    const own = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return work(new Kysely<DB>({ ...unused, executor: own }));
  });
}

/** Kysely wants them for what a transaction does not do: begin others, look at the schema, end the pool. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };
