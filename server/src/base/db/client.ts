import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';
import { createShopQueue, WaitedTooLong, type ShopQueue } from './shop-queue.ts';

export type Db = Kysely<DB>;

// Our bigint sums and counts stay far below 2^53; numeric stays a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

// Lists contain thousands of times, and the driver parses each with regular expressions.
const anyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
export const readTime = (text: string): Date | number =>
  isPlainUtc(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyTime(text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime);

/** `2026-11-22 08:30:00.123+00`, as a connection in UTC writes a time between the years 1000 and 9999. */
const isPlainUtc = (text: string): boolean => text.endsWith('+00') && text[10] === ' ' && text.length < 30;

type PoolOptions = {
  readonly poolSize: number;
  readonly applicationName: string;
  /** Longer than the time-outs that `npm run migrate` gives the login role. */
  readonly maxSilenceMs?: number;
};

export type DbOptions = PoolOptions & {
  /** Called after each statement of `db`. */
  readonly onStatement?: (seconds: number) => void;
};

/** For a connection. */
const maxWaitMs = 10_000;
const usualSilenceMs = 75_000;

export function openPool(url: string, { poolSize, applicationName, maxSilenceMs = usualSilenceMs }: PoolOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: maxWaitMs,
    keepAlive: true,
    // The default of Linux is two hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection that breaks fails its statement, and the pool drops it. Without listeners Node would end the process: the
  // pool's is for idle connections, the other one for a connection in a transaction that is between two statements.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (client instanceof pg.Client) endWhenSilent(client.connection.stream, maxSilenceMs);
  });
  return pool;
}

/**
 * When the host of the database is lost, its connections do not end. Linux sends a statement again and again for 15 minutes before it
 * says so, and all connections of the process could wait for that.
 */
function endWhenSilent(stream: Duplex, ms: number): void {
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(ms, () =>
    stream.destroy(Object.assign(new Error('the database has not answered for too long'), { code: 'ETIMEDOUT' })),
  );
}

export function openDb(url: string, options: DbOptions): { db: Db; pool: pg.Pool } {
  const pool = openPool(url, options);
  const log = ({ queryDurationMillis }: LogEvent): void => options.onStatement?.(queryDurationMillis / 1000);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log });
  const ofOneShop = Math.ceil(options.poolSize / 2);
  shopQueues.set(db, createShopQueue({ atOnce: options.poolSize, ofOneShop, maxWaitMs }));
  return { db, pool };
}

/**
 * The transactions of shops on the connections of each `Db`: one shop takes half of them at most. Otherwise all wait for a shop
 * with much work, most of all where its transactions wait for each other.
 */
export const shopQueues = new WeakMap<Db, ShopQueue>();

/** True when PostgreSQL refused for a reason that may be gone at the next try. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(databaseCode(error) ?? '') || isDatabaseAway(error);

/** True when PostgreSQL cannot be reached, is starting or stopping, has no room for more connections or data, or takes no changes. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error) ?? '';
  return (
    awayCodes.has(code) ||
    isNodeAway(error) ||
    error instanceof WaitedTooLong ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)/.test(
        error.message,
      ))
  );
}

/** False on a standby, and where a provider stops changes because the disk is nearly full. */
export async function takesChanges(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ takes: boolean }>(
    "select current_setting('transaction_read_only') = 'off' as takes",
  );
  return rows[0]?.takes === true;
}

/** True when PostgreSQL answers, but cannot reach a node of its cluster. */
export const isNodeAway = (error: unknown): error is Error => databaseCode(error)?.startsWith('08') ?? false;

/**
 * SQLSTATE: shutting down, crashed, starting, too many connections, disk full, read-only, as a database is that became a standby.
 * Then errors of the network.
 */
const awayCodes = new Set([
  ...['57P01', '57P02', '57P03', '53300', '53100', '25006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** SQLSTATE or system error code. */
export function databaseCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Name of the unique or foreign key constraint that the statement violated. A cluster has it in the message alone, with the number of the
 * part of the table.
 */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !['23505', '23503'].includes(databaseCode(error) ?? '')) return undefined;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return /constraint "(.+)_\d+"/.exec(error.message)?.[1];
}
