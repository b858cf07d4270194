import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { databaseCode } from './client.ts';
import { migrateJobQueue } from './migrate-job-queue.ts';
import { ensureRoles } from './roles.ts';

/** The migrations of this version. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The database has migrations that this version does not know. Nothing is changed in it. */
export class ForeignDatabaseError extends Error {
  readonly madeBy: 'a newer version' | 'a version before 0.2.0';
  constructor(madeBy: ForeignDatabaseError['madeBy']) {
    super(
      madeBy === 'a newer version'
        ? 'This database was migrated by a newer version of Courierdesk. Use that version or a newer one.'
        : 'This database was made by a version before 0.2.0, and nothing converts it. Create an empty database and start again.',
    );
    this.madeBy = madeBy;
  }
}

/** Brings the database to the schema of this version: roles, tables, job queue. Of several processes, one at a time does it. */
export async function migrate(urls: { adminUrl: string; loginUrl: string }, folder = migrationsFolder): Promise<void> {
  const admin = new pg.Client({ connectionString: urls.adminUrl });
  await admin.connect();
  try {
    // Ends with the connection.
    await admin.query('select pg_advisory_lock(723104502)');
    await refuseForeignDatabase(admin, await migrationNames(folder));
    await repeatIfCrossed(() => ensureRoles(admin, loginRole(urls)));
    await migrateTables(urls.adminUrl, folder);
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
  return (await migrationNames(migrationsFolder)).every((name) => done.has(name));
}

/** Each release adds migrations after those of the one before. Versions before 0.2.0 had other names, also dates. */
async function refuseForeignDatabase(admin: pg.Client, ours: readonly string[]): Promise<void> {
  const { rows: tables } = await admin.query<{ found: string | null }>(
    `select to_regclass('public.kysely_migration') as found`,
  );
  if (!tables[0]?.found) return;
  const { rows } = await admin.query<{ name: string }>('select name from kysely_migration');
  const unknown = rows.map(({ name }) => name).filter((name) => !ours.includes(name));
  if (unknown.length === 0) return;
  const last = ours.toSorted().at(-1) ?? '';
  const isNewer = unknown.every((name) => name > last && !/^\d{4}-\d{2}-\d{2}-/.test(name));
  throw new ForeignDatabaseError(isNewer ? 'a newer version' : 'a version before 0.2.0');
}

function loginRole({ adminUrl, loginUrl }: { adminUrl: string; loginUrl: string }) {
  const login = new URL(loginUrl);
  const isAdmin = new URL(adminUrl).username === login.username;
  return {
    name: decodeURIComponent(login.username),
    password: isAdmin ? undefined : decodeURIComponent(login.password),
  };
}

async function migrateTables(url: string, folder: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => readMigrations(folder) },
      // Branches that are merged in another order than their numbers: all missing migrations run, also with a lower number.
      allowUnorderedMigrations: true,
    });
    await repeatIfCrossed(async () => {
      const { error } = await migrator.migrateToLatest();
      if (error) throw error instanceof Error ? error : new Error(String(error));
    });
  } finally {
    await db.destroy();
  }
}

const maxTries = 5;

/** Repeats a step, which is one transaction, when it met one of the version that goes on beside it, or of another database. */
async function repeatIfCrossed(step: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (tries === maxTries || !isCrossed(error)) throw error;
      await pause(tries * 500);
    }
  }
}

/** A deadlock, or a role that a migration of another database of the server created or changed at the same time. */
const isCrossed = (error: unknown): boolean =>
  ['40P01', '42710', '23505'].includes(databaseCode(error) ?? '') ||
  (error instanceof Error && error.message === 'tuple concurrently updated');

/** Each SQL file is a migration. Kysely runs those that are new, in the order of their names. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await migrationNames(folder)) {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

async function migrationNames(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
}

/** By default, PostgreSQL lets every role create temporary tables. */
const revokeNewTables = `
do $$ begin
  execute format('revoke create, temporary on database %I from public', current_database());
  revoke create on schema public from public;
end $$`;
