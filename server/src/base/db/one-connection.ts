import { Kysely, PostgresDialect, type QueryExecutor } from 'kysely';
import { databaseCode, type Db } from './client.ts';
import type { DB } from './schema.ts';

export type OneConnection = {
  /** For BEGIN, COMMIT and ROLLBACK. */
  readonly connection: Db;
  /** For the work in between. Refuses statements after `end`: of parts that run side by side, one may fail first. */
  readonly transaction: Db;
  end(): void;
  /** The error of the first statement that failed; those after it only say that the transaction is aborted. */
  causeOf(error: unknown): unknown;
};

/**
 * Runs work on one connection and sends each statement at once, so that statements that are not awaited one by one
 * travel together. Kysely's own `connection()` and `transaction()` wait for each answer before they send the next one.
 */
export function onOneConnection<T>(db: Db, work: (one: OneConnection) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    let isOpen = true;
    let firstFailure: unknown;
    return work({
      connection: kyselyOf(executor.withConnectionProvider({ provideConnection: (use) => use(connection) })),
      transaction: kyselyOf(
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

/** SQLSTATE of a statement that was skipped because one before it failed. */
const transactionAborted = '25P02';

const kyselyOf = (executor: QueryExecutor): Db => new Kysely<DB>({ ...unused, executor });

/** Kysely requires these, but a running transaction uses only its executor. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };
