import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { acrossShops, withShop } from './tenancy.ts';

let server: TestServer;
let first: string;
let second: string;
let tables: { name: string; column: string }[];

beforeAll(async () => {
  server = await startTestServer();
  for (const take of [(id: string) => (first = id), (id: string) => (second = id)]) {
    const shop = await aBookableShop(server);
    await shop.book(await shop.newOrder(), 'LEOPARD');
    await aPasskey(shop.shopId);
    take(shop.shopId);
  }
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('shop_id', 'id')
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and (a.attname = 'shop_id' or c.relname = 'shop') order by 1`,
  );
  tables = rows.filter((table) => table.name !== 'shop' || table.column === 'id');
  await admin.end();
});
afterAll(() => server?.close());

async function aPasskey(shopId: string): Promise<void> {
  const { userId } = await aUser(server.context, shopId);
  const key = Buffer.from(userId);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('passkey')
      .values({
        ...{ shop_id: shopId, id: userId, user_id: userId, name: 'Phone', credential_id: key, public_key: key },
        ...{ counter: 0, transports: [], is_synced: false, created_at: server.clock.now },
      })
      .execute(),
  );
}

async function shopsSeen(trx: typeof server.context.db, table: { name: string; column: string }): Promise<string[]> {
  const { rows } = await sql<{ shop: string }>`
    select distinct ${sql.ref(table.column)} as shop from ${sql.table(table.name)} order by 1`.execute(trx);
  return rows.map((row) => row.shop);
}

describe('tenancy', () => {
  it('every table with rows of shops is under row-level security', async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity order by 1`.execute(
      server.context.db,
    );
    expect(rows.map((row) => row.relname)).toEqual([
      'kysely_migration',
      'kysely_migration_lock',
      'oauth_state',
      'passkey_challenge',
      'password_reset_request',
      'rate_limit',
      'running_process',
    ]);
    expect(tables.length).toBeGreaterThan(20);
  });

  it('the bare login role sees no row of any tenant table', async () => {
    for (const table of tables)
      expect({ table: table.name, seen: await shopsSeen(server.context.db, table) }).toEqual({
        table: table.name,
        seen: [],
      });
  });

  it('a transaction of a shop sees that shop alone, in every table', async () => {
    const filled = new Set<string>();
    for (const table of tables) {
      const seen = await withShop(server.context.db, first, (trx) => shopsSeen(trx, table));
      expect({ table: table.name, foreign: seen.filter((shop) => shop !== first) }).toEqual({
        table: table.name,
        foreign: [],
      });
      const all = await acrossShops(server.context.db, (trx) => shopsSeen(trx, table));
      if (all.includes(second)) filled.add(table.name);
    }
    for (const name of [
      'shipment',
      'store_order',
      'courier_account',
      'app_user',
      'audit_event',
      'shop_credential',
      'passkey',
    ])
      expect(filled).toContain(name);
  });

  it('a row cannot be written for another shop, nor moved to it', async () => {
    const write = withShop(server.context.db, first, (trx) =>
      trx.insertInto('plan_usage').values({ shop_id: second, month: '1999-01', used: 1 }).execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    const move = withShop(server.context.db, first, (trx) =>
      trx.updateTable('shop_setting').set({ shop_id: second }).execute(),
    );
    // A cluster refuses it with other words.
    await expect(move).rejects.toThrow(/row-level security|partition value/);
  });

  it('the login role is no superuser, owns nothing, and cannot undo the policies', async () => {
    const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean }>`
      select rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(server.context.db);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await expect(sql`alter table shipment disable row level security`.execute(server.context.db)).rejects.toThrow(
      /owner/,
    );
  });

  it('searches for one shop do not find rows of another', async () => {
    const { tracking_number: number } = await withShop(server.context.db, second, (trx) =>
      trx.selectFrom('shipment').select('tracking_number').executeTakeFirstOrThrow(),
    );
    const found = await withShop(server.context.db, first, (trx) =>
      sql`select search_shipments(${number})`.execute(trx),
    );
    expect(found.rows).toEqual([]);
  });
});
