import type { Company } from '@courierdesk/contract/companies';
import type { Logger } from 'pino';
import type pg from 'pg';
import { ConfigError, type Config } from './config.ts';
import type { Courier, CourierHttp } from '../adapters/couriers/courier.ts';
import { createCourierHttp } from '../adapters/couriers/http.ts';
import { createCouriers } from './create-couriers.ts';
import { createPlatform } from './create-platform.ts';
import { openDb, type Db } from './db/client.ts';
import { createJobRequests, type JobRequests } from './db/job-requests.ts';
import { followReplica, type Replica } from './db/replica.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { timed } from './observability/call-times.ts';
import { traced } from './tracing/tracing.ts';
import { createLogger } from './observability/logging.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { createHeavyWork, type HeavyWork } from './heavy-work/heavy-work.ts';
import type { Platform } from '../adapters/platforms/platform.ts';
import { createProcessMemory, type ProcessMemory } from './process-memory.ts';
import { createVault, type Vault } from './secrets/vault.ts';

/** What all parts of a process share. Created once and passed as the first argument. */
export type Context = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly db: Db;
  /** With DATABASE_REPLICA_URL. */
  readonly replica: Replica | undefined;
  readonly vault: Vault;
  readonly couriers: Record<Company, Courier>;
  readonly courierHttp: CourierHttp;
  readonly platform: Platform;
  readonly rateLimits: RateLimits;
  readonly mailer: Mailer;
  readonly heavyWork: HeavyWork;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly jobs: JobRequests;
  readonly memory: ProcessMemory;
};

/** Opens what a process needs, from its config. The caller closes it with `closeDatabases`. */
export function createContext(
  config: Config,
  overrides: { clock?: () => Date; repeatAfterMs?: readonly number[] } = {},
): Context {
  if (!config.databaseUrl) throw new ConfigError('DATABASE_URL: is missing. Give the address of your PostgreSQL.');
  if (!config.appSecret) throw new ConfigError('APP_SECRET: is missing. Give a random text of at least 32 characters.');
  const clock = overrides.clock ?? (() => new Date());
  const metrics = createMetrics();
  const log = createLogger(config.logLevel);
  const databaseOptions = {
    poolSize: config.databasePool,
    applicationName: `courierdesk-${config.process}`,
    onStatement: (seconds: number) => metrics.statements.observe(seconds),
  };
  const { db, pool } = openDb(config.databaseUrl, databaseOptions);
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : followReplica(config.databaseReplicaUrl, databaseOptions, {
          primary: pool,
          changed: (isFresh) =>
            isFresh
              ? log.info('analytics and exports are read from the standby')
              : log.warn('the standby is behind or away: analytics and exports are read from the database'),
        });
  return {
    config,
    pool,
    db,
    replica,
    vault: createVault(config.appSecret, config.appSecretPrevious),
    couriers: createCouriers(config.couriers),
    courierHttp: timed(
      'courier',
      traced(createCourierHttp(), ({ operation }) => `courier ${operation}`),
    ),
    platform: createPlatform(config, { clock, metrics, repeatAfterMs: overrides.repeatAfterMs }),
    rateLimits: createRateLimits({ pool, config }),
    mailer: createMailer(config),
    heavyWork: createHeavyWork(),
    metrics,
    log,
    clock,
    jobs: createJobRequests(pool),
    memory: createProcessMemory(),
  };
}

export async function closeDatabases({ db, replica }: Pick<Context, 'db' | 'replica'>): Promise<void> {
  await replica?.close();
  await db.destroy();
}
