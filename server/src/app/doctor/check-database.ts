import pg from 'pg';
import type { Context } from '../../base/context.ts';
import { databaseCode, takesChanges } from '../../base/db/client.ts';
import { connectionProblem } from '../../base/db/connection-problem.ts';
import { isMigrated } from '../../base/db/migrate.ts';
import { isolationProblem, roleProblem } from '../../base/db/roles.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { queueConnections } from '../../base/jobs/queue.ts';
import { checkEncryption } from './check-encryption.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const oldestPostgres = 18;
/** Codes of two-factor and leases allow for this much. */
const clockSeconds = 5;

/** Whether this process can work with its database. Every start checks it too, and stops at a problem. */
export async function checkDatabase(parts: Context): Promise<Finding[]> {
  try {
    const role = await roleProblem(parts.pool);
    const findings = [
      ...(await checkSettings(parts)),
      ...(role === undefined ? [] : [problem(`DATABASE_URL: ${role}; shops would not be isolated from each other.`)]),
      await checkMigrations(parts),
      ...((await takesChanges(parts.pool)) ? [] : [readOnly]),
    ];
    if (findings.some(({ level }) => level === 'problem')) return findings;
    return [...findings, await checkIsolation(parts), await checkStoredSecrets(parts), ...(await checkReplica(parts))];
  } catch (error) {
    const found = connectionProblem(error, 'DATABASE_URL', parts.config.databaseUrl ?? '');
    if (!found) throw error;
    return [{ ...problem(found.sentence), ...(found.mayPass ? { mayPass: true } : {}) }];
  }
}

const readOnly: Finding = {
  ...problem(
    'DATABASE_URL: the database is read-only. Give the address of the one that takes changes, or make room on its disk.',
  ),
  mayPass: true,
};

type Settings = {
  readonly version: number;
  readonly dates: string;
  readonly statement_timeout: string;
  readonly idle_timeout: string;
  readonly unsafe: string;
  readonly encrypted: boolean;
  readonly connections: number;
  readonly now_ms: number;
  readonly megabytes: number;
};

async function checkSettings(parts: Context): Promise<Finding[]> {
  const asked = parts.clock().getTime();
  const { rows } = await parts.pool.query<Settings>(settingsQuery);
  const [settings] = rows;
  if (!settings) throw new Error('the database told no settings');
  const answered = parts.clock().getTime();
  const { version, dates, megabytes } = settings;
  return [
    version < oldestPostgres
      ? problem(`DATABASE_URL: Courierdesk needs PostgreSQL ${oldestPostgres}, and this is ${version}. Upgrade it.`)
      : ok(
          `Database: PostgreSQL ${version} answers in ${answered - asked} ms; it holds ${megabytes} MB, files included.`,
        ),
    ...(dates.startsWith('ISO')
      ? []
      : [
          problem(
            `DATABASE_URL: the database writes dates in the style ${dates}. Set it to ISO: alter database … set datestyle to 'ISO'.`,
          ),
        ]),
    ...checkTimeouts(settings),
    ...(settings.unsafe === ''
      ? []
      : [
          warning(
            `Database: off are ${settings.unsafe}. A crash of the database can lose bookings that couriers have. Turn them on.`,
          ),
        ]),
    ...(await checkEncryption(parts.config.databaseUrl ?? '', settings.encrypted)),
    checkConnections(parts, settings),
    checkClock((asked + answered) / 2, settings.now_ms),
  ];
}

/** The login role may open the connections that are not reserved. A limit of -1 is none. PostgreSQL 15 reserves fewer. */
const settingsQuery = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('datestyle') as dates,
         current_setting('statement_timeout') as statement_timeout,
         current_setting('idle_in_transaction_session_timeout') as idle_timeout,
         concat_ws(', ', case when current_setting('fsync') = 'off' then 'fsync' end,
           case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
           case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit' end) as unsafe,
         (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
         least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as connections,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms, (pg_database_size(current_database()) / 1048576)::int as megabytes`;

function checkTimeouts({ statement_timeout: statement, idle_timeout: idle }: Settings): Finding[] {
  if (statement !== '0' && idle !== '0') return [];
  return [
    warning(
      'Database: the login role has no time-outs. Run: npm run migrate. If it may not set them, run as an administrator: alter role … set statement_timeout = 60000; alter role … set idle_in_transaction_session_timeout = 60000;',
    ),
  ];
}

function checkConnections({ config }: Context, { connections }: Settings): Finding {
  const perProcess = config.databasePool + queueConnections;
  const processes = Math.floor(connections / perProcess);
  if (processes === 0)
    return warning(
      `DATABASE_POOL: one process opens up to ${perProcess} connections, and the database allows ${connections}. Raise max_connections, or lower DATABASE_POOL.`,
    );
  return ok(
    `Connections: the database allows ${connections}, enough for ${processes === 1 ? 'one process' : `${processes} processes`} with up to ${perProcess} each.`,
  );
}

function checkClock(ours: number, theirs: number): Finding {
  const seconds = Math.abs(ours - theirs) / 1000;
  return seconds <= clockSeconds
    ? ok(`Clock: ${seconds.toFixed(1)} s beside that of the database.`)
    : warning(
        `Clock: ${Math.round(seconds)} s beside that of the database. Codes of two-factor fail and work starts at the wrong time. Turn on NTP on both hosts.`,
      );
}

async function checkMigrations({ pool }: Context): Promise<Finding> {
  const done = await isMigrated(pool).catch((error: unknown) => {
    if (noMigrations.has(databaseCode(error) ?? '')) return false;
    throw error;
  });
  return done
    ? ok('Migrations: all of this version have run.')
    : {
        ...problem('DATABASE_URL: the database is not migrated to this version. Run: npm run migrate'),
        mayPass: true,
      };
}

/** SQLSTATE: no such table, no right to read it. */
const noMigrations = new Set(['42P01', '42501']);

async function checkIsolation({ pool }: Context): Promise<Finding> {
  const found = await isolationProblem(pool);
  return found === undefined
    ? ok('Roles: row-level security applies to the login role, in every table of a shop.')
    : problem(`DATABASE_URL: ${found}.`);
}

async function checkStoredSecrets({ db, vault }: Context): Promise<Finding> {
  const { rows } = await rowsOfShops(db, async (trx, shopId) => [
    ...(await trx
      .selectFrom('courier_account')
      .select('secrets as sealed')
      .where(isOfShop('shop_id', shopId))
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()),
    ...(await trx
      .selectFrom('shop_credential')
      .select('access_token as sealed')
      .where(isOfShop('shop_id', shopId))
      .orderBy('updated_at', 'desc')
      .limit(1)
      .execute()),
  ]);
  if (rows.length === 0) return ok('Stored passwords: none yet.');
  return rows.every(({ sealed }) => vault.isOurs(sealed))
    ? ok('Stored passwords: APP_SECRET opens them.')
    : problem(
        'APP_SECRET: the stored passwords were encrypted with another secret. Set APP_SECRET to that one, or give it as APP_SECRET_PREVIOUS.',
      );
}

/** Without it, everything is read from the database, so nothing of it is a problem. */
async function checkReplica({ config }: Context): Promise<Finding[]> {
  if (config.databaseReplicaUrl === undefined) return [];
  const standby = new pg.Client({ connectionString: config.databaseReplicaUrl, connectionTimeoutMillis: 5_000 });
  try {
    await standby.connect();
    const { rows } = await standby.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    return [
      rows[0]?.follows
        ? ok('DATABASE_REPLICA_URL: the standby answers.')
        : warning('DATABASE_REPLICA_URL: this is no standby, so nothing is read from it. Give the address of one.'),
    ];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      warning(`DATABASE_REPLICA_URL: the standby does not answer (${why}). Everything is read from the database.`),
    ];
  } finally {
    await standby.end().catch(() => undefined);
  }
}
