import { Kysely, PostgresDialect } from 'kysely';
import type { Db } from './client.ts';
import type { DB } from './schema.ts';

/** One connection, as a transaction uses it. */
export type OneConnection = {
  readonly connection: Db;
  /** The same connection until `end`. Of parts that run side by side one may fail; the others must not go on without it. */
  readonly inside: Db;
  end(): void;
};

/**
 * Works on one connection, whose statements leave as soon as they are asked for: what is not awaited one by one travels
 * together. Kysely's own `connection()` holds each statement back until the one before it is answered.
 */
export function onOneConnection<T>(db: Db, work: (one: OneConnection) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    let isOpen = true;
    const asked = (mayAsk: () => boolean): Db =>
      new Kysely<DB>({
        ...unused,
        executor: executor.withConnectionProvider({
          provideConnection(use) {
            if (!mayAsk()) throw new Error('the transaction is over');
            return use(connection);
          },
        }),
      });
    return work({
      connection: asked(() => true),
      inside: asked(() => isOpen),
      end: () => {
        isOpen = false;
      },
    });
  });
}

/** Kysely wants them for what a transaction does not do: begin others, look at the schema, end the pool. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };
