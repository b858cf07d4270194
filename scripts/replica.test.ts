import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../server/src/app/doctor/check-database.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { readShop } from '../server/src/base/db/replica.ts';
import { acrossShops } from '../server/src/base/db/tenancy.ts';
import { exportRows } from '../server/src/shipments/exports/export-rows.ts';
import { everything } from '../server/src/shipments/exports/selected-shipments.ts';
import { aShop, aUser } from '../server/src/testing/factories.ts';
import { startTestServer, type TestServer } from '../server/src/testing/test-server.ts';
import { ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { startStandby } from './proof/start-standby.ts';

const login = { database: 'courierdesk', role: 'courierdesk_login', password: 'of-this-test' };
let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let server: TestServer;
let shopId: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-replica-'));
  const places = { primary: path.join(folder, 'primary'), standby: path.join(folder, 'standby') };
  primary = await startEmbeddedPostgres({ folder: places.primary });
  await ensureDatabase(primary.adminUrl, login);
  const [adminUrl, loginUrl] = [inDatabase(primary.adminUrl), asLogin(primary.adminUrl)];
  await migrate({ adminUrl, loginUrl });
  standby = await startStandby(primary.adminUrl, places);
  server = await startTestServer({
    sandbox: false,
    left: { database: { url: loginUrl, adminUrl, drop: () => Promise.resolve() }, journal: '', at: new Date() },
    env: { DATABASE_REPLICA_URL: asLogin(standby.adminUrl) },
  });
  ({ shopId } = await aShop(server.context));
});
afterAll(async () => {
  await server?.close();
  await standby?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isReadFromStandby = (): Promise<boolean | undefined> =>
  readShop(server.context, shopId, async (trx) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx);
    return rows[0]?.is;
  });

const rename = (name: string): Promise<unknown> =>
  acrossShops(server.context.db, (trx) => trx.updateTable('shop').set({ name }).where('id', '=', shopId).execute());

const nameAsOf = (moment: number): Promise<string> =>
  readShop(
    server.context,
    shopId,
    async (trx) => (await trx.selectFrom('shop').select('name').executeTakeFirstOrThrow()).name,
    moment,
  );

test('reads that may be a second old go to a standby that follows', async () => {
  await expect.poll(isReadFromStandby).toBe(true);
});

test('a read that must have what was just written has it, and goes to the standby once that has it too', async () => {
  for (let at = 0; at < 20; at += 1) {
    await rename(`Shop ${at}`);
    expect(await nameAsOf(performance.now())).toBe(`Shop ${at}`);
  }
  const written = performance.now();
  await expect.poll(() => server.context.replica?.asOf(written) !== undefined).toBe(true);
  expect(await nameAsOf(written)).toBe('Shop 19');
});

test.each([
  ['analytics', 'shipment_courier_day', () => get('/get-dashboard-analytics')],
  ['figures of staff', 'shipment_staff_day', () => get('/staff/table-order-count')],
  ['exports', 'shipment', readExport],
])('%s are read from the standby', async (_what, table, read) => {
  const before = await scansOnStandby(table);
  await read();
  await expect.poll(() => scansOnStandby(table)).toBeGreaterThan(before);
});

test('the doctor says that the standby answers', async () => {
  const findings = await checkDatabase(server.context);
  expect(findings.map(({ sentence }) => sentence)).toContain('DATABASE_REPLICA_URL: the standby answers.');
});

test('a standby that falls behind is left out until it has caught up', async () => {
  await onStandby('select pg_wal_replay_pause()');
  await rename('Renamed meanwhile');
  await expect.poll(isReadFromStandby).toBe(false);
  expect(await nameAsOf(performance.now() - 1_000)).toBe('Renamed meanwhile');
  await onStandby('select pg_wal_replay_resume()');
  await expect.poll(isReadFromStandby).toBe(true);
});

test('without the standby, everything is read from the database', async () => {
  await standby.stop();
  expect(await isReadFromStandby()).toBe(false);
  expect(await nameAsOf(performance.now() - 1_000)).toBe('Renamed meanwhile');
});

async function get(address: string): Promise<void> {
  const { token } = await aUser(server.context, shopId, { role: 'ADMIN' });
  const { status, body } = await server.call('GET', `/api/v1${address}`, { token });
  expect([status, body]).toEqual([200, expect.anything()]);
}

/** An export that goes on for so long that the standby has all that was there at its beginning. */
async function readExport(): Promise<void> {
  const { replica } = server.context;
  if (!replica) throw new Error('the server has no standby');
  const caughtUp = { ...server.context, replica: { ...replica, asOf: () => replica.asOf(0) } };
  const shop = { id: shopId, timeZone: 'Asia/Karachi' };
  for await (const page of exportRows(caughtUp, shop, { matching: everything, except: [] }, ['order_name']))
    expect(page).toEqual([]);
}

/** PostgreSQL counts them for each server, and shows them after about a second. */
async function scansOnStandby(table: string): Promise<number> {
  const [row] = await onStandby(
    `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = '${table}'`,
  );
  return Number(row?.['scans'] ?? 0);
}

async function onStandby(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: inDatabase(standby.adminUrl) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function inDatabase(url: string): string {
  const own = new URL(url);
  own.pathname = `/${login.database}`;
  return own.href;
}

function asLogin(url: string): string {
  const own = new URL(inDatabase(url));
  own.username = login.role;
  own.password = login.password;
  return own.href;
}
