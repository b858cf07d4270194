import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Db } from './client.ts';
import { isOfShop, rowsOfShops } from './rows-of-shops.ts';

let server: TestServer;
let admin: pg.Client;
let near: BookableShop;
let far: BookableShop;
let nothingIsAway: string;
beforeAll(async () => {
  server = await startTestServer();
  near = await aBookableShop(server);
  far = await aBookableShop(server);
  admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query(`select pg_get_functiondef('shops_out_of_reach'::regproc) as definition`);
  nothingIsAway = rows[0].definition;
});
afterEach(() => admin.query(nothingIsAway));
afterAll(async () => {
  await admin?.end();
  await server?.close();
});

async function domains(trx: Db, shopId: string | null): Promise<string[]> {
  const rows = await trx.selectFrom('shop').select('domain').where(isOfShop('id', shopId)).orderBy('id').execute();
  return rows.map(({ domain }) => domain);
}

/** As Citus refuses a statement that needs a node which is away. */
const refused = sql`do $$ begin
  raise exception 'connection to the remote node failed' using errcode = 'connection_failure';
end $$`;

it('rows of all shops are read in one statement', async () => {
  const asked: (string | null)[] = [];
  const found = await rowsOfShops(server.context.db, async (trx, shopId) => {
    asked.push(shopId);
    return domains(trx, shopId);
  });
  expect(found.rows).toEqual(expect.arrayContaining([near.domain, far.domain]));
  expect(found.away).toBeUndefined();
  expect(asked).toEqual([null]);
});

it('an error that no node explains is the answer', async () => {
  await expect(
    rowsOfShops(server.context.db, async (trx) => {
      await refused.execute(trx);
      return [];
    }),
  ).rejects.toThrow('connection to the remote node failed');
});

it('shops of a node that is away are left out, and the others are read one by one', async () => {
  await admin.query(
    `create or replace function shops_out_of_reach() returns setof text language sql stable as $$
       select id from shop where domain = '${far.domain}' $$`,
  );
  const asked: (string | null)[] = [];
  const found = await rowsOfShops(server.context.db, async (trx, shopId) => {
    asked.push(shopId);
    if (shopId === null) await refused.execute(trx);
    return domains(trx, shopId);
  });
  expect(found.rows).toContain(near.domain);
  expect(found.rows).not.toContain(far.domain);
  expect(found.away).toMatchObject({ message: 'connection to the remote node failed' });
  expect(asked).not.toContain(far.shopId);
});
