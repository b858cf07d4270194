import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { databaseCode, isDatabaseAway } from '../base/db/client.ts';
import { isMigrated } from '../base/db/migrate.ts';
import { roleProblem } from '../base/db/roles.ts';
import { acrossShops } from '../base/db/tenancy.ts';

const maxWaitMs = 120_000;
const pauseMs = 1_000;
const oldestPostgres = 18;

/**
 * Waits up to two minutes for a database that is starting or being migrated, and checks that this process can work with it.
 * Throws a `ConfigError` that names the variable and says what to do.
 */
export async function waitForDatabase(parts: Context, waitMs = maxWaitMs): Promise<void> {
  const until = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const problem = await problemOf(parts);
    if (!problem) return;
    if (!problem.mayPass || performance.now() > until) throw new ConfigError(problem.sentence);
    if (isFirst) parts.log.warn({ reason: problem.sentence }, 'waiting for the database');
    await pause(pauseMs);
  }
}

type Problem = { readonly sentence: string; readonly mayPass?: true };

async function problemOf(parts: Context): Promise<Problem | undefined> {
  try {
    return (await settingsProblem(parts)) ?? (await migrationProblem(parts)) ?? (await secretProblem(parts));
  } catch (error) {
    const problem = connectionProblem(error, parts.config.databaseUrl ?? '');
    if (problem) return problem;
    throw error;
  }
}

async function settingsProblem({ pool }: Context): Promise<Problem | undefined> {
  const { rows } = await pool.query<{ version: number; dates: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('datestyle') as dates`,
  );
  const { version = 0, dates = '' } = rows[0] ?? {};
  if (version < oldestPostgres)
    return {
      sentence: `DATABASE_URL: Courierdesk needs PostgreSQL ${oldestPostgres}, and this is ${version}. Upgrade it.`,
    };
  if (!dates.startsWith('ISO'))
    return {
      sentence: `DATABASE_URL: the database writes dates in the style ${dates}. Set it to ISO: alter database … set datestyle to 'ISO'.`,
    };
  const problem = await roleProblem(pool);
  return problem === undefined
    ? undefined
    : { sentence: `DATABASE_URL: ${problem}; shops would not be isolated from each other.` };
}

async function migrationProblem({ pool }: Context): Promise<Problem | undefined> {
  const done = await isMigrated(pool).catch((error: unknown) => {
    if (noMigrations.has(databaseCode(error) ?? '')) return false;
    throw error;
  });
  return done
    ? undefined
    : { sentence: 'DATABASE_URL: the database is not migrated to this version. Run: npm run migrate', mayPass: true };
}

/** SQLSTATE: no such table, no right to read it. */
const noMigrations = new Set(['42P01', '42501']);

async function secretProblem({ db, vault }: Context): Promise<Problem | undefined> {
  const stored = await acrossShops(db, (trx) =>
    trx.selectFrom('courier_account').select('secrets').orderBy('created_at', 'desc').limit(1).executeTakeFirst(),
  );
  return !stored || vault.isOurs(stored.secrets)
    ? undefined
    : {
        sentence:
          'APP_SECRET: the stored passwords were encrypted with another secret. Set APP_SECRET to that one, or give it as APP_SECRET_PREVIOUS.',
      };
}

function connectionProblem(error: unknown, url: string): Problem | undefined {
  const { host, pathname } = new URL(url);
  if (isDatabaseAway(error))
    return {
      sentence: `DATABASE_URL: no database answers at ${host} (${error instanceof Error ? error.message : String(error)}). Start it, or correct the address.`,
      mayPass: true,
    };
  switch (databaseCode(error)) {
    case '28P01':
    case '28000':
      return { sentence: 'DATABASE_URL: the database refused this user name or password. Correct them.' };
    case '3D000':
      return {
        sentence: `DATABASE_URL: there is no database ${decodeURIComponent(pathname.slice(1))}. Create it, then run: npm run migrate`,
        mayPass: true,
      };
    default:
      return undefined;
  }
}
