import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { openDb, type Db } from './client.ts';
import { withShop } from './tenancy.ts';

const shopId = '0'.repeat(24);
let database: TestDatabase;
let opened: ReturnType<typeof openDb>;
/** Statements sent to the database and answers from it, in order. */
let events: string[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  opened = openDb(database.url, { poolSize: 1, applicationName: 'pipelined-transactions-test' });
  opened.pool.on('connect', listen);
});
afterAll(async () => {
  await opened.db.destroy();
  await database.drop();
});
beforeEach(() => {
  events = [];
});

function listen(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.query = ((text: string, ...rest: unknown[]) => {
    const [name = ''] = text.split(/[;\s]/);
    events.push(`asked ${name}`);
    const answer = query(text, ...rest);
    const answered = () => events.push(`answered ${name}`);
    answer.then(answered, answered);
    return answer;
  }) as typeof client.query;
}

const number = async (trx: Db, n: number): Promise<number | undefined> => {
  const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(trx);
  return rows[0]?.n;
};

test('statements that are not awaited one by one are sent together with BEGIN', async () => {
  expect(await withShop(opened.db, shopId, (trx) => Promise.all([number(trx, 1), number(trx, 2)]))).toEqual([1, 2]);
  expect(events.slice(0, 3)).toEqual(['asked begin', 'asked select', 'asked select']);
  expect(events.slice(-2)).toEqual(['asked commit', 'answered commit']);
});

test('a pipelined transaction sends COMMIT with its statements', async () => {
  expect(
    await withShop(opened.db, shopId, (trx) => Promise.all([number(trx, 1), number(trx, 2)]), { pipelined: true }),
  ).toEqual([1, 2]);
  expect(events.slice(0, 4)).toEqual(['asked begin', 'asked select', 'asked select', 'asked commit']);
});

test('a statement after the end of its transaction is refused', async () => {
  const late = withShop(
    opened.db,
    shopId,
    async (trx) => {
      await number(trx, 1);
      return number(trx, 2);
    },
    { pipelined: true },
  );
  await expect(late).rejects.toThrow('the transaction is over');

  let continuePart: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (continuePart = resolve));
  let part: Promise<unknown> = Promise.resolve();
  const failed = withShop(opened.db, shopId, async (trx) => {
    part = held.then(() => number(trx, 3));
    await Promise.all([sql`select 1 / 0`.execute(trx), part]);
  });
  await expect(failed).rejects.toThrow('division by zero');
  continuePart();
  await expect(part).rejects.toThrow('the transaction is over');
});

test('work that throws at once leaves no open transaction', async () => {
  const failed = withShop(
    opened.db,
    shopId,
    () => {
      throw new Error('thrown at once');
    },
    { pipelined: true },
  );
  await expect(failed).rejects.toThrow('thrown at once');
  expect(events.filter((event) => event.startsWith('asked'))).toEqual(['asked begin', 'asked commit']);
});

test('a statement that fails undoes the statements sent with it', async () => {
  await sql`create temporary table grain (n int)`.execute(opened.db);
  const failed = withShop(
    opened.db,
    shopId,
    (trx) =>
      Promise.all([sql`insert into grain values (1)`.execute(trx), sql`select 1 / 0`.execute(trx), number(trx, 1)]),
    { pipelined: true },
  );
  await expect(failed).rejects.toThrow('division by zero');
  const { rows } = await sql`select * from grain`.execute(opened.db);
  expect(rows).toEqual([]);
});
