import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { openDb, type Db } from './client.ts';
import { beforeShop, withShop, withShopByKey } from './tenancy.ts';

const shopId = 'a'.repeat(24);
let database: TestDatabase;
let admin: pg.Client;
let opened: ReturnType<typeof openDb>;

beforeAll(async () => {
  database = await cloneDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('create table pebble (id int primary key, colour text not null)');
  await admin.query(`insert into pebble select n, 'grey' from generate_series(1, 10) n`);
  await admin.query('grant select on pebble to public');
  opened = openDb(database.url, { poolSize: 1, applicationName: 'preparing-client-test' });
});
afterAll(async () => {
  await opened?.db.destroy();
  await admin?.end();
  await database?.drop();
});

const pebble = async (trx: Db, id: number): Promise<unknown> =>
  (await sql`select * from pebble where id = ${id}`.execute(trx)).rows[0];

const prepared = async (trx: Db): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from pg_prepared_statements where statement like '%pebble%'`.execute(
      trx,
    )
  ).rows[0]?.n ?? 0;

it('statements of work by key stay prepared on their connection, those of other work do not', async () => {
  await withShop(opened.db, shopId, (trx) => pebble(trx, 1));
  expect(await withShop(opened.db, shopId, prepared)).toBe(0);
  for (let id = 1; id <= 10; id += 1) {
    expect(await withShopByKey(opened.db, shopId, (trx) => pebble(trx, id))).toEqual({ id, colour: 'grey' });
  }
  expect(await withShop(opened.db, shopId, prepared)).toBe(1);
});

it('a statement before the shop is known stays prepared by itself, and what follows it does not', async () => {
  const before = await withShop(opened.db, shopId, prepared);
  const find = () => beforeShop(opened.db, sql<{ colour: string }>`select colour from pebble where id = ${3}`);
  for (let times = 0; times < 3; times += 1) expect(await find()).toEqual([{ colour: 'grey' }]);
  await sql`select count(*) from pebble where id = ${4}`.execute(opened.db);
  expect(await withShop(opened.db, shopId, prepared)).toBe(before + 1);
});

it('work goes on over a migration that changes what a prepared statement answers with', async () => {
  await withShopByKey(opened.db, shopId, (trx) => pebble(trx, 2));
  await admin.query('alter table pebble add column weight int not null default 7');
  expect(await withShopByKey(opened.db, shopId, (trx) => pebble(trx, 2))).toEqual({ id: 2, colour: 'grey', weight: 7 });
  const all = () => beforeShop(opened.db, sql`select * from pebble where id = ${2}`);
  await all();
  await admin.query('alter table pebble add column width int not null default 4');
  expect(await all()).toEqual([{ id: 2, colour: 'grey', weight: 7, width: 4 }]);
});
