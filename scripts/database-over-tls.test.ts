import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitForDatabase } from '../server/src/app/wait-for-database.ts';
import { ConfigError, loadConfig } from '../server/src/base/config.ts';
import { createContext } from '../server/src/base/context.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { migrationUrls } from '../server/src/base/migration-urls.ts';
import { startTestServer } from '../server/src/testing/test-server.ts';
import { ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/embedded-postgres.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl)
  console.log('openssl is not installed: no database with TLS is tried. Debian: apt-get install openssl');

const login = { database: 'courierdesk', role: 'courierdesk_login', password: 'of-this-test' };
let folder: string;
let postgres: EmbeddedPostgres;
let authority: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-tls-'));
  if (!hasOpenssl) return;
  const place = path.join(folder, 'postgres');
  postgres = await startEmbeddedPostgres({ folder: place, durable: false });
  await ensureDatabase(postgres.adminUrl, login);
  const cluster = path.join(place, 'cluster');
  authority = makeCertificate(cluster);
  const rules = path.join(cluster, 'pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/^host\b/gm, 'hostssl'));
  const admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}, 60_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasOpenssl)('with a database that demands TLS, all connections are encrypted and verified', async () => {
  const adminUrl = verified(postgres.adminUrl);
  const loginUrl = verified(asLogin(postgres.adminUrl));
  await migrate(await migrationUrls({ databaseUrl: loginUrl, databaseAdminUrl: adminUrl }));
  const server = await startTestServer({
    sandbox: false,
    left: { database: { url: loginUrl, adminUrl, drop: () => Promise.resolve() }, journal: '', at: new Date() },
  });
  onTestFinished(() => server.close());
  expect((await server.call('GET', '/readyz')).status).toBe(200);
  const { rows } = await server.context.pool.query<{ encrypted: boolean }>(
    'select bool_and(ssl) as encrypted from pg_stat_ssl join pg_stat_activity using (pid) where usename = current_user',
  );
  expect(rows).toEqual([{ encrypted: true }]);
});

test.skipIf(!hasOpenssl).each([
  [
    'without sslmode',
    '',
    /^DATABASE_(?:ADMIN_)?URL: the database at .* refused a connection without TLS\. Add \?sslmode=verify-full/,
  ],
  [
    'without the authority of the certificate',
    '?sslmode=verify-full',
    /^DATABASE_(?:ADMIN_)?URL: the certificate of the database .* is not trusted .*&sslrootcert=/,
  ],
  [
    'with a file that is not there',
    '?sslmode=verify-full&sslrootcert=/nowhere.pem',
    /^DATABASE_(?:ADMIN_)?URL: \/nowhere\.pem cannot be read \(ENOENT\)/,
  ],
])('an address %s is refused with a sentence that says what to do', async (_, query, sentence) => {
  const [databaseUrl, databaseAdminUrl] = [
    `${asLogin(postgres.adminUrl)}${query}`,
    `${inDatabase(postgres.adminUrl)}${query}`,
  ];
  expect(await refusalOf(migrationUrls({ databaseUrl, databaseAdminUrl }))).toMatch(sentence);
  const parts = createContext(
    loadConfig({ DATABASE_URL: databaseUrl, APP_SECRET: 'of-this-test-'.repeat(3), LOG_LEVEL: 'silent' }),
  );
  expect(await refusalOf(waitForDatabase(parts, 0))).toMatch(sentence);
  await parts.db.destroy();
});

async function refusalOf(start: Promise<unknown>): Promise<string> {
  try {
    await start;
    return 'it starts';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** PostgreSQL reads key and certificate in its folder. Returns the certificate that its clients need. */
function makeCertificate(cluster: string): string {
  const [key, certificate] = [path.join(cluster, 'server.key'), path.join(cluster, 'server.crt')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '2'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  const { status, stderr } = spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`);
  const { uid, gid } = statSync(cluster);
  for (const file of [key, certificate]) chownSync(file, uid, gid);
  return certificate;
}

const verified = (address: string): string => `${inDatabase(address)}?sslmode=verify-full&sslrootcert=${authority}`;

function inDatabase(address: string): string {
  const url = new URL(address);
  url.pathname = `/${login.database}`;
  return url.href;
}

function asLogin(address: string): string {
  const url = new URL(inDatabase(address));
  url.username = login.role;
  url.password = login.password;
  return url.href;
}
