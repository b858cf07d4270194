import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await cloneDatabase();
  pool = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const migrateAgain = () => migrate({ adminUrl: database.adminUrl, loginUrl: database.url });

test('a migrated database can be migrated again by several processes at once', async () => {
  await Promise.all([migrateAgain(), migrateAgain(), migrateAgain()]);
  expect(await isMigrated(pool)).toBe(true);
});

test('a database without the newest migration is not ready, however many others it has', async () => {
  await pool.query(`update kysely_migration set name = 'other' where name = (select max(name) from kysely_migration)`);
  expect(await isMigrated(pool)).toBe(false);
});

test('a database of a version with dated migrations is refused with what to do', async () => {
  await pool.query(`update kysely_migration set name = '2026-11-20-main-job' where name = 'other'`);
  await expect(migrateAgain()).rejects.toThrow(
    'This database was made by an older version. Create an empty database and start again.',
  );
});
