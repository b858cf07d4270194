import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await cloneDatabase();
  pool = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

test('two databases of a server can be migrated at once, also when both need the same new role', async () => {
  const second = await cloneDatabase();
  try {
    const login = new URL(second.url);
    for (const name of ['login_one', 'login_two', 'login_three']) {
      login.username = name;
      const migrations = [database, second].map(({ adminUrl, url }) => {
        login.pathname = new URL(url).pathname;
        return migrate({ adminUrl, loginUrl: login.href });
      });
      await Promise.all(migrations);
    }
    const { rows } = await pool.query(`select rolname from pg_roles where rolname ~ '^login_(one|two|three)$'`);
    expect(rows).toHaveLength(3);
  } finally {
    await second.drop();
  }
});

const migrateAgain = () => migrate({ adminUrl: database.adminUrl, loginUrl: database.url });

test('a migrated database can be migrated again by several processes at once', async () => {
  await Promise.all([migrateAgain(), migrateAgain(), migrateAgain()]);
  expect(await isMigrated(pool)).toBe(true);
});

test('a database with a migration after ours is refused, because a newer version made it', async () => {
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9000-of-a-newer-version', '')`);
  await expect(migrateAgain()).rejects.toThrow(
    'This database was migrated by a newer version of Courierdesk. Use that version or a newer one.',
  );
  await pool.query(`delete from kysely_migration where name = '9000-of-a-newer-version'`);
  await migrateAgain();
});

test('a database without the newest migration is not ready, however many others it has', async () => {
  await pool.query(`update kysely_migration set name = 'other' where name = (select max(name) from kysely_migration)`);
  expect(await isMigrated(pool)).toBe(false);
});

test.each(['0150-another-name', '2026-11-20-main-job'])(
  'a database with the migration %s of a version before 0.2.0 is refused with what to do',
  async (name) => {
    await pool.query('update kysely_migration set name = $1 where name = (select max(name) from kysely_migration)', [
      name,
    ]);
    await expect(migrateAgain()).rejects.toThrow(
      'This database was made by a version before 0.2.0, and nothing converts it. Create an empty database and start again.',
    );
  },
);
