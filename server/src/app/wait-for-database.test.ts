import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../base/config.ts';
import { createContext } from '../base/context.ts';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { anAccount, aShop } from '../testing/factories.ts';
import { asOldPostgres } from '../testing/old-postgres.ts';
import { waitForDatabase } from './wait-for-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database?.drop());

const secret = 'secret-of-this-test-secret-of-this-test';

/** What a start says about this environment; nothing if it starts. */
async function problemAt(variables: Record<string, string>, patience = 0): Promise<string | undefined> {
  const parts = startedWith(variables);
  try {
    await waitForDatabase(parts, patience);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  } finally {
    await parts.db.destroy();
  }
}

const startedWith = (variables: Record<string, string>) =>
  createContext(
    loadConfig({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      APP_SECRET: secret,
      LOG_LEVEL: 'silent',
      ...variables,
    }),
  );

function urlWith(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

test('a start with a database that is read-only says so, after it has waited for another one', async () => {
  const { pathname } = new URL(database.url);
  const set = (value: string) =>
    asAdmin(
      'set default_transaction_read_only = off',
      `alter database ${pathname.slice(1)} set default_transaction_read_only = ${value}`,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  await set('on');
  const starting = problemAt({}, 60_000);
  const refused = await problemAt({});
  await set('off');
  expect(refused).toBe(
    'DATABASE_URL: the database is read-only. Give the address of the one that takes changes, or make room on its disk.',
  );
  expect(await starting).toBeUndefined();
});

test('a start with a migrated database says nothing', async () => {
  expect(await problemAt({})).toBeUndefined();
});

test('a start without the variables that it needs names them', () => {
  const start = (variables: Record<string, string>) => () => createContext(loadConfig(variables, '/nowhere'));
  expect(start({ APP_SECRET: secret })).toThrow('DATABASE_URL: is missing.');
  expect(start({ DATABASE_URL: database.url })).toThrow('APP_SECRET: is missing.');
});

test.each([
  ['no server', (url: URL) => void (url.port = '1'), /^DATABASE_URL: no database answers at 127.0.0.1:1 \(.*Start it/],
  ['an unknown host', (url: URL) => void (url.hostname = 'nowhere.invalid'), /no database answers at nowhere\.invalid/],
  ['a wrong password', (url: URL) => void (url.password = 'wrong'), /refused this user name or password/],
  ['no password', (url: URL) => void (url.password = ''), /refused this user name or password/],
  ['an unknown database', (url: URL) => void (url.pathname = '/nothing'), /there is no database nothing\. Create it/],
])('a start with %s names DATABASE_URL and says what to do', async (_, change, sentence) => {
  expect(await problemAt({ DATABASE_URL: urlWith(change) })).toMatch(sentence);
});

test('a start with another secret than the stored passwords names APP_SECRET, and takes it as the previous one', async () => {
  const parts = startedWith({});
  const { shopId } = await aShop(parts);
  await anAccount(parts, shopId, 'LEOPARD', { api_key: 'k', api_password: 'p' });
  await parts.db.destroy();
  const other = { APP_SECRET: 'another-secret-another-secret-another' };
  expect(await problemAt(other)).toMatch(/^APP_SECRET: the stored passwords were encrypted with another secret/);
  expect(await problemAt({ ...other, APP_SECRET_PREVIOUS: secret })).toBeUndefined();
});

test('a start with a database that writes dates in another style says how to set it', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await asAdmin(`alter database ${name} set datestyle = 'German'`);
  expect(await problemAt({})).toContain("set datestyle to 'ISO'");
  await asAdmin(`alter database ${name} reset datestyle`);
});

test('a start with PostgreSQL 15 says which version is needed', async () => {
  const old = await asOldPostgres(database.url);
  expect(await problemAt({ DATABASE_URL: old.url })).toBe(
    'DATABASE_URL: Courierdesk needs PostgreSQL 18, and this is 15. Upgrade it.',
  );
  old.close();
});

test('a start waits until the database is migrated', async () => {
  await asAdmin('alter table kysely_migration rename to kysely_migration_later');
  expect(await problemAt({})).toContain('npm run migrate');
  const started = problemAt({}, 30_000);
  await asAdmin('alter table kysely_migration_later rename to kysely_migration');
  expect(await started).toBeUndefined();
});
