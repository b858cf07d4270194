import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { migrate } from './migrate.ts';
import { acrossShops } from './tenancy.ts';

let server: TestServer;
let shop: BookableShop;
let login: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  const { url, adminUrl } = server.database;
  // A template does not copy rights on the database itself.
  await migrate({ adminUrl, loginUrl: url });
  shop = await aBookableShop(server);
  await shop.book(await shop.newOrder(), 'LEOPARD');
  login = new pg.Client({ connectionString: url });
  await login.connect();
});
afterAll(async () => {
  await login.end();
  await server.close();
});

/** Runs statements in one transaction as the servers' login role. */
async function asLogin(...statements: string[]): Promise<number> {
  await login.query('begin');
  try {
    let rows = 0;
    for (const statement of statements) rows = (await login.query(statement)).rowCount ?? 0;
    return rows;
  } finally {
    await login.query('rollback');
  }
}

it.each(['create table public.mine (a int)', 'create table pgboss.mine (a int)', 'create temp table mine (a int)'])(
  'may not: %s',
  async (statement) => {
    for (const role of ['none', 'courierdesk_system', 'courierdesk_tenant'])
      await expect(asLogin(`set local role ${role}`, statement)).rejects.toThrow(/permission denied/);
  },
);

it.each(['delete from audit_event', "update audit_event set actor_name = 'Someone else'", 'truncate audit_event'])(
  'may not: %s',
  async (statement) => {
    const inShop = `set local app.shop_id = '${shop.shopId}'`;
    for (const role of ['none', 'courierdesk_system', 'courierdesk_tenant'])
      await expect(asLogin(inShop, `set local role ${role}`, statement)).rejects.toThrow(/permission denied/);
  },
);

it('the login role of the servers erases the audit trail of a shop only after the shop has left', async () => {
  const erase = `select from generate_series(1, erase_audit_events('${shop.shopId}', 1000))`;
  const asSystem = `select set_config('role', 'courierdesk_system', true)`;
  expect(await asLogin(asSystem, erase)).toBe(0);
  await acrossShops(server.context.db, (trx) =>
    trx.updateTable('shop').set({ uninstalled_at: server.clock.now }).where('id', '=', shop.shopId).execute(),
  );
  expect(await asLogin(asSystem, erase)).toBeGreaterThan(0);
});

it('every security definer function searches temporary tables last', async () => {
  const { rows } = await login.query<{ name: string; settings: string[] | null }>(
    `select p.oid::regprocedure::text as name, p.proconfig as settings from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname in ('public', 'pgboss') order by 1`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, settings } of rows)
    expect({ name, settings }).toEqual({ name, settings: expect.arrayContaining(['search_path=public, pg_temp']) });
});
