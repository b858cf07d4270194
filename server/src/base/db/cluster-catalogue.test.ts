import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

async function names(query: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

const ofShops = `(
  select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')`;

// Citus puts the rows of a shop on one of several nodes, and refuses what it could not check or run there.
describe('a cluster takes the tables and functions', () => {
  it('every unique index of a table with rows of shops has the shop in it', async () => {
    expect(
      await names(`
        select i.indexrelid::regclass::text as name from pg_index i
        where i.indisunique and i.indrelid in ${ofShops} and not exists (
          select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'shop_id' and a.attnum = any(i.indkey))
        order by 1`),
      // For version 0.2.0; `distribute` drops it.
    ).toEqual(process.env['TEST_CLUSTER_URLS'] ? [] : ['passkey_credential']);
  });

  it('every foreign key between them begins with the shop, and none sets its column to null', async () => {
    expect(
      await names(`
        select conname as name from pg_constraint
        where contype = 'f' and conrelid in ${ofShops} and confrelid in ${ofShops} and (
          confdeltype = 'n'
          or (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) <> 'shop_id'
          or (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) <> 'shop_id')`),
    ).toEqual([]);
  });

  it('no function compares with `case x when`', async () => {
    expect(await functionsWith(/\bcase\s+(?!when\b)[\w.]+\s+when\b/i)).toEqual(
      // These change the new row alone and ask no table but `shop`.
      ['update_days_taken'],
    );
  });

  it('no statement of a trigger reads changed rows and writes another table at once', async () => {
    expect(await functionsWith(/\b(?:insert into|update) [^;]*\bfrom (?:new_rows|old_rows|changed)\b/i)).toEqual([]);
  });
});

async function functionsWith(pattern: RegExp): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; body: string }>(`
    select p.proname as name, p.prosrc as body from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prolang = (select oid from pg_language where lanname = 'plpgsql')
    order by 1`);
  return rows.filter(({ body }) => pattern.test(body)).map(({ name }) => name);
}
