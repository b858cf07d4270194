import { Kysely, PostgresDialect, type QueryExecutor } from 'kysely';
import { databaseCode, type Db } from './client.ts';
import type { DB } from './schema.ts';

/** One connection, as a transaction uses it. */
export type OneConnection = {
  readonly connection: Db;
  /** The same connection until `end`. Of parts that run side by side one may fail; the others must not go on without it. */
  readonly inside: Db;
  end(): void;
  /** Why the transaction failed: what its first failing statement said, whichever of them was heard first. */
  causeOf(error: unknown): unknown;
};

/**
 * Works on one connection, whose statements leave as soon as they are asked for: what is not awaited one by one travels
 * together. Kysely's own `connection()` holds each statement back until the one before it is answered.
 */
export function onOneConnection<T>(db: Db, work: (one: OneConnection) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    let isOpen = true;
    let firstFailure: unknown;
    return work({
      connection: kyselyOf(executor.withConnectionProvider({ provideConnection: (use) => use(connection) })),
      inside: kyselyOf(
        executor.withConnectionProvider({
          provideConnection(use) {
            if (!isOpen) throw new Error('the transaction is over');
            const used = use(connection);
            used.catch((error: unknown) => (firstFailure ??= error));
            return used;
          },
        }),
      ),
      end: () => {
        isOpen = false;
      },
      causeOf: (error) => (databaseCode(error) === transactionAborted ? (firstFailure ?? error) : error),
    });
  });
}

/** SQLSTATE of a statement that was passed over because one before it failed. */
const transactionAborted = '25P02';

const kyselyOf = (executor: QueryExecutor): Db => new Kysely<DB>({ ...unused, executor });

/** Kysely wants them for what a transaction does not do: begin others, look at the schema, end the pool. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };
