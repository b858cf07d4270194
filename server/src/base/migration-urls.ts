import pg from 'pg';
import { ConfigError, type Config } from './config.ts';
import { connectionProblem } from './db/connection-problem.ts';

const oldestPostgres = 18;

/** The addresses for `npm run migrate`. Throws a sentence that names the variable if one is missing or cannot be used. */
export async function migrationUrls({
  databaseUrl: loginUrl,
  databaseAdminUrl: adminUrl,
}: Pick<Config, 'databaseUrl' | 'databaseAdminUrl'>): Promise<{ loginUrl: string; adminUrl: string }> {
  if (!loginUrl)
    throw new ConfigError(
      'DATABASE_URL: is missing. Give the address of your PostgreSQL with the role of the servers.',
    );
  if (!adminUrl)
    throw new ConfigError(
      'DATABASE_ADMIN_URL: is missing. Give the address of your PostgreSQL with the role that owns the tables.',
    );
  await refuseUnusableDatabase('DATABASE_ADMIN_URL', adminUrl);
  return { loginUrl, adminUrl };
}

export async function refuseUnusableDatabase(variable: string, url: string): Promise<void> {
  const version = await versionAt(url).catch((error: unknown) => {
    const found = connectionProblem(error, variable, url);
    throw new ConfigError(found?.sentence ?? `${variable}: we cannot use this database (${String(error)}).`);
  });
  if (version < oldestPostgres)
    throw new ConfigError(
      `${variable}: Courierdesk needs PostgreSQL ${oldestPostgres}, and this is ${version}. Upgrade it.`,
    );
}

async function versionAt(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    return rows[0]?.version ?? 0;
  } finally {
    await client.end();
  }
}
