import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { migrateJobQueue } from './migrate-job-queue.ts';
import { ensureRoles } from './roles.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** The database was made before migrations were numbered. Nothing converts it. */
export class OutdatedDatabaseError extends Error {
  constructor() {
    super('This database was made by an older version. Create an empty database and start again.');
  }
}

/**
 * Brings the database to the schema of this version: roles, tables, job queue. Several processes may start at once: each
 * step takes a lock.
 */
export async function migrate(urls: { adminUrl: string; loginUrl: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: urls.adminUrl });
  await admin.connect();
  try {
    await refuseOutdatedDatabase(admin);
    await ensureRoles(admin, loginRole(urls));
    await migrateTables(urls.adminUrl);
    await admin.query(revokeNewTables);
    // Every server process checks which migrations have run.
    await admin.query('grant select on kysely_migration to courierdesk_tenant');
    await migrateJobQueue(urls.adminUrl, admin);
  } finally {
    await admin.end();
  }
}

/** True when every migration of this version has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  const done = new Set(rows.map((row) => row.name));
  return (await migrationNames()).every((name) => done.has(name));
}

/** Earlier versions named their migrations by date, such as 2026-11-20-main-job. */
async function refuseOutdatedDatabase(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ found: string | null }>(
    `select to_regclass('public.kysely_migration') as found`,
  );
  if (!rows[0]?.found) return;
  const dated = await admin.query(String.raw`select from kysely_migration where name ~ '^\d{4}-\d{2}-\d{2}-' limit 1`);
  if (dated.rowCount) throw new OutdatedDatabaseError();
}

function loginRole({ adminUrl, loginUrl }: { adminUrl: string; loginUrl: string }) {
  const login = new URL(loginUrl);
  const isAdmin = new URL(adminUrl).username === login.username;
  return {
    name: decodeURIComponent(login.username),
    password: isAdmin ? undefined : decodeURIComponent(login.password),
  };
}

async function migrateTables(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: readMigrations },
      // Branches that are merged in another order than their numbers: all missing migrations run, also with a lower number.
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
  } finally {
    await db.destroy();
  }
}

/** Each SQL file is a migration. Kysely runs those that are new, in the order of their names. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await migrationNames()) {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

async function migrationNames(): Promise<string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
}

/** By default, PostgreSQL lets every role create temporary tables. */
const revokeNewTables = `
do $$ begin
  execute format('revoke create, temporary on database %I from public', current_database());
  revoke create on schema public from public;
end $$`;
