import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { variableNames } from '../../base/config.ts';
import { cloneDatabase } from '../../testing/database.ts';
import { anAccount, aShop } from '../../testing/factories.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anInstalledStore } from '../../testing/installed-store.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { doctor, type DoctorOptions } from './doctor.ts';

let server: TestServer;
let folder: string;
/** Accepts connections and never answers, like an address behind a firewall. */
let silent: Server;
let silentHost: string;
/** All that a server of the sandbox needs. */
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courierdesk-doctor-'));
  server = await startTestServer();
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silentHost = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { url } = server.sandbox;
  env = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: server.database.url,
    APP_SECRET: 'test-secret-test-secret-test-secret',
    SHOPIFY_ORIGIN: `${url}/shopify/{shop}`,
    LEOPARD_URL: `${url}/leopard/api`,
    MNP_URL: `${url}/mnp/mycodapi/api`,
    MNP_TRACKING_URL: `${url}/mnp/tracking/api`,
    POSTEX_URL: `${url}/postex/services/integration/api/order`,
    TCS_URL: `${url}/tcs`,
    SMTP_URL: server.sandbox.smtpUrl,
    LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  await server?.close();
  silent?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The exit code and all that is printed. */
async function examined(
  changes: Record<string, string> = {},
  options: Partial<DoctorOptions> = {},
): Promise<{ code: number; lines: string[]; text: string }> {
  const lines: string[] = [];
  const code = await doctor({ env: { ...env, ...changes }, folder, ...options }, (line) => void lines.push(line));
  return { code, lines, text: lines.join('\n') };
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

test('npm run doctor finds everything fine without a store yet, but for what could not be tried', async () => {
  const empty = await cloneDatabase();
  const { code, lines } = await examined({ DATABASE_URL: empty.url });
  await empty.drop();
  expect(code).toBe(0);
  for (const finding of [
    'Database: PostgreSQL',
    'Connections:',
    'Clock:',
    'Migrations:',
    'Roles:',
    'SMTP_URL:',
    'Disk:',
  ])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ok +${finding}`)));
  for (const courier of ['LEOPARD_URL', 'MNP_URL', 'MNP_TRACKING_URL', 'POSTEX_URL', 'TCS_URL'])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ok +${courier}: .* answers`)));
  expect(lines).toContainEqual(expect.stringMatching(/^warning +SHOPIFY_CLIENT_ID: no store has the app yet/));
  expect(lines.at(-1)).toMatch(/^no problems, \d warnings\.$/);
});

test('with a store, the credentials of the app and the scopes are tried there, and nothing changes', async () => {
  // The store that installed the app last.
  server.clock.advance(1_000);
  const { domain, shopId } = await anInstalledStore(server);
  const good = await examined();
  expect(good.text).toMatch(new RegExp(`ok +SHOPIFY_CLIENT_ID: ${domain} knows the app and its secret`));
  expect(good.text).toMatch(new RegExp(`ok +Scopes: ${domain} allows all`));
  const bad = await examined({ SHOPIFY_CLIENT_ID: 'sandbox-client', SHOPIFY_CLIENT_SECRET: 'wrong-secret' });
  expect(bad.code).toBe(1);
  expect(bad.text).toMatch(/problem +SHOPIFY_CLIENT_ID: Shopify refuses it or its secret/);
  await asAdmin(`update shop_credential set scopes = 'write_orders' where shop_id = '${shopId}'`);
  const fewer = await examined();
  expect(fewer.text).toMatch(/warning +Scopes: .* does not allow read_merchant_managed_fulfillment_orders/);
  expect(fewer.code).toBe(0);
});

test('npm run doctor -- --mail sends a test email', async () => {
  const { code, text } = await examined({}, { mailTo: 'operator@example.test' });
  expect(code).toBe(0);
  expect(text).toContain('took a test email for operator@example.test');
  expect(await mailsTo(server, 'operator@example.test')).toMatchObject([{ subject: 'Test email of Courierdesk' }]);
});

test('every wrong and missing variable is named at once, with what it should be', async () => {
  const { code, lines } = await examined({
    NODE_ENV: 'production',
    PORT: 'many',
    DATABASE_URL: 'postgres://courierdesk:courierdesk@db.example.com/courierdesk',
    SMPT_URL: 'smtps://user:password@smtp.example.com',
  });
  expect(code).toBe(1);
  for (const variable of ['PORT', 'DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SHOPIFY_CLIENT_ID', 'MAIL_FROM'])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^problem +${variable}: `)));
  expect(lines).toContainEqual('warning  SMPT_URL: has no effect. Did you mean SMTP_URL?');
});

test('unknown names of .env are told, with the likely one, and those of other programs are not', async () => {
  await writeFile(path.join(folder, '.env'), 'SHOPIFY_CLIENT_SECERT=x\nCOLOUR=red\nNODE_OPTIONS=--trace-warnings\n');
  const { text, code } = await examined();
  await rm(path.join(folder, '.env'));
  expect(code).toBe(0);
  expect(text).toContain('SHOPIFY_CLIENT_SECERT: has no effect. Did you mean SHOPIFY_CLIENT_SECRET?');
  expect(text).toContain('COLOUR: has no effect. Remove it');
  expect(text).not.toContain('NODE_OPTIONS');
});

test('values with quotes or blanks around them, and a slash after PUBLIC_URL, are warnings', async () => {
  const odd = { METRICS_TOKEN: '"a-token-for-prometheus"', OPERATOR_PASSWORD: 'of-the-operator-of-this-test\n' };
  const { text, code } = await examined({ ...odd, OTEL_SERVICE_NAME: 'it is', PUBLIC_URL: 'http://localhost:3000/' });
  expect(code).toBe(0);
  expect(text.match(/warning +\w+: begins or ends with quotes or blanks/g)).toHaveLength(2);
  expect(text).toMatch(/warning +METRICS_TOKEN: begins or ends/);
  expect(text).toMatch(/warning +OPERATOR_PASSWORD: begins or ends/);
  expect(text).toMatch(/warning +PUBLIC_URL: ends with a slash/);
});

test.each([
  [
    'alter table shipment disable row level security',
    'alter table shipment enable row level security',
    'row-level security does not apply in shipment',
  ],
  ['create policy everyone on shop using (true)', 'drop policy everyone on shop', 'sees shops without naming one'],
  [
    'grant update on audit_event to courierdesk_tenant',
    'revoke update on audit_event from courierdesk_tenant',
    'may change the activity log',
  ],
])('after “%s” a start would show rows to others, which is a problem', async (break_, repair, words) => {
  await aShop(server.context);
  await asAdmin(break_);
  const { code, text } = await examined();
  await asAdmin(repair);
  expect(code).toBe(1);
  expect(text).toMatch(new RegExp(`problem +DATABASE_URL: .*${words}`));
});

test('a replication slot that nobody reads is a warning, and the metrics count it', async () => {
  const count = async (): Promise<string | undefined> =>
    /^courierdesk_database_copies_stopped (\d+)$/m.exec(String((await server.call('GET', '/metrics')).body))?.[1];
  expect(await count()).toBe('0');
  await asAdmin("select pg_create_physical_replication_slot('of_a_lost_standby', true)");
  const { code, text } = await examined();
  const counted = await count();
  await asAdmin("select pg_drop_replication_slot('of_a_lost_standby')");
  expect([code, counted]).toEqual([0, '1']);
  expect(text).toMatch(/warning +Backups: of_a_lost_standby of the database stands still/);
  expect((await examined()).text).toMatch(/ok +Backups: the database has no replication slot/);
});

test('settings of the database that lose bookings or are too small are warnings', async () => {
  const name = new URL(server.database.url).pathname.slice(1);
  await asAdmin(`alter database ${name} set synchronous_commit = off`);
  const { code, text } = await examined({ DATABASE_POOL: '200' });
  await asAdmin(`alter database ${name} reset synchronous_commit`);
  expect(code).toBe(0);
  expect(text).toMatch(/warning +Database: off are .*synchronous_commit\. .* Turn them on/);
  expect(text).toMatch(/warning +DATABASE_POOL: one process opens up to 205 connections/);
});

test('a database that another APP_SECRET wrote, or of an older version, is a problem', async () => {
  const { shopId } = await anInstalledStore(server);
  const withoutAccounts = await examined({ APP_SECRET: 'another-secret-another-secret-another' });
  expect(withoutAccounts.text).toMatch(/problem +APP_SECRET: the stored passwords were encrypted with another secret/);
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  const { code, text } = await examined({ APP_SECRET: 'another-secret-another-secret-another' });
  expect(code).toBe(1);
  expect(text).toMatch(/problem +APP_SECRET: the stored passwords were encrypted with another secret/);
  await asAdmin('alter table kysely_migration rename to kysely_migration_later');
  const older = await examined();
  await asAdmin('alter table kysely_migration_later rename to kysely_migration');
  expect(older.text).toMatch(
    /problem +DATABASE_URL: the database is not migrated to this version. Run: npm run migrate/,
  );
});

test('npm run doctor ends in time when nothing answers, names each address, and prints no secret', async () => {
  const database = new URL(server.database.url);
  database.host = silentHost;
  database.password = 'hunter2-of-the-database';
  const at = `http://${silentHost}`;
  const limitMs = 1_500;
  const started = performance.now();
  const { code, text } = await examined(
    {
      DATABASE_URL: database.href,
      SMTP_URL: `smtp://mailer:hunter2-of-the-mail@${silentHost}`,
      APP_SECRET: 'hunter2-of-the-app-hunter2-of-the-app',
      ...{ LEOPARD_URL: at, MNP_URL: at, MNP_TRACKING_URL: at, POSTEX_URL: at, TCS_URL: at },
    },
    { limitMs },
  );
  expect(performance.now() - started).toBeLessThan(limitMs * 3);
  expect(code).toBe(1);
  for (const subject of [
    'DATABASE_URL',
    'SMTP_URL',
    'LEOPARD_URL',
    'MNP_URL',
    'MNP_TRACKING_URL',
    'POSTEX_URL',
    'TCS_URL',
  ])
    expect(text).toMatch(new RegExp(`(problem|warning) +${subject}: .*`));
  expect(text).not.toContain('hunter2');
});

test('every variable is in .env.example, and besides them only those of compose.yaml', async () => {
  const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const listed = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
  const ofCompose = ['POSTGRES_PASSWORD', 'POSTGRES_LOGIN_PASSWORD'];
  expect(listed.toSorted()).toEqual([...variableNames, ...ofCompose].toSorted());
});
