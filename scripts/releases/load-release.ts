import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate, migrationsFolder } from '../../server/src/base/db/migrate.ts';
import { emptyDatabase } from '../../server/src/testing/database.ts';
import type { TestDatabase } from '../../server/src/testing/database.ts';
import { rowsOf } from './release.ts';
import type { Release } from './release.ts';
import { insertRows } from './rows.ts';

/** A database as the release left it: with its migrations and its rows. */
export async function loadRelease(release: Release): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await withMigrations(Object.keys(release.migrations), (folder) => migrateTo(database, folder));
  await insertRows(database.adminUrl, rowsOf(release));
  return database;
}

export const migrateTo = ({ adminUrl, url }: TestDatabase, folder = migrationsFolder): Promise<void> =>
  migrate({ adminUrl, loginUrl: url }, folder);

/** A folder with some of the migrations of this version, for as long as `work` takes. */
export async function withMigrations(names: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-migrations-'));
  try {
    for (const name of names) cpSync(path.join(migrationsFolder, `${name}.sql`), path.join(folder, `${name}.sql`));
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
