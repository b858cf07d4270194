import { promises as fs } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrateJobQueue } from './migrate-job-queue.ts';
import { ensureRoles } from './roles.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Brings the database to the present schema: roles, tables, job queue. Several processes may start at once:
 * Kysely migrates under an advisory lock.
 */
export async function migrate(urls: { adminUrl: string; loginUrl: string }): Promise<void> {
  const login = new URL(urls.loginUrl);
  const name = decodeURIComponent(login.username);
  const admin = new pg.Client({ connectionString: urls.adminUrl });
  await admin.connect();
  try {
    const isOwnLogin = new URL(urls.adminUrl).username === login.username;
    await ensureRoles(admin, { name, password: isOwnLogin ? undefined : decodeURIComponent(login.password) });
    await migrateTables(urls.adminUrl);
    await admin.query(forbidNewTables);
    // Every process asks it whether the database is at its version.
    await admin.query('grant select on kysely_migration to courierdesk_tenant');
    await migrateJobQueue(urls.adminUrl, admin);
  } finally {
    await admin.end();
  }
}

/** PostgreSQL lets every role make temporary tables unless told otherwise. */
const forbidNewTables = `
do $$ begin
  execute format('revoke create, temporary on database %I from public', current_database());
  revoke create on schema public from public;
end $$`;

async function migrateTables(url: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  });
  try {
    const provider = new FileMigrationProvider({
      fs,
      path,
      migrationFolder: folder,
      import: (file) => import(pathToFileURL(file).href),
    });
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
  } finally {
    await db.destroy();
  }
}

/** True when every migration of this version has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.ts')).length;
  const { rows } = await pool.query<{ ran: number }>('select count(*)::int as ran from kysely_migration');
  return (rows[0]?.ran ?? 0) >= files;
}
