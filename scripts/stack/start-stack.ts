import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { companies, companyName } from '@courierdesk/contract/companies';
import { ConfigError, loadConfig, withEnvFile } from '../../server/src/base/config.ts';
import type { Config } from '../../server/src/base/config.ts';
import { ForeignDatabaseError, migrate } from '../../server/src/base/db/migrate.ts';
import { simulatedCouriers } from '../demo/simulated-couriers.ts';
import { buildWeb } from './build-web.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { keepRunning } from './keep-running.ts';
import { preflight } from './preflight.ts';
import { root, runProgram, startProgram } from './program.ts';
import type { Program, ProgramOptions } from './program.ts';
import { storedSecret } from './stored-secret.ts';
import { serverHeap } from './server-heap.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** The whole product, running: database, server with its worker, and the sandbox unless real credentials are set. */
export type Stack = {
  config: Config;
  database: Database;
  sandboxUrl: string | undefined;
  /** The current server. A server that ends by itself is restarted. */
  server(): Program;
  /** Resolves with a sentence when the database or the sandbox ended. */
  broken: Promise<string>;
  stop(): Promise<void>;
};

type StackOptions = {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log(line: string): void;
  /** Where `.env` is read. */
  folder?: string;
  /** False for data that is thrown away. */
  durable?: boolean;
  /** The server starts again when its source changes, and its log is shown. */
  watch?: boolean | undefined;
};

/** Starts everything in order. If a part fails or the signal aborts, stops what was started. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { signal, log, folder = root, durable = true, watch = false } = options;
  // Also for the sandbox, which reads no file.
  const env = withEnvFile(options.env, folder);
  const config = loadConfig(env, folder);
  await preflight(config);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    const stack = await startParts();
    return { ...stack, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function startParts(): Promise<Omit<Stack, 'stop'>> {
    const logFolder = path.join(config.dataDir, 'logs');
    const building = buildWeb(log, signal);
    building.catch((error: unknown) => watch && log(error instanceof Error ? error.message : String(error)));
    const database = await openDatabase(config, { durable });
    stops.push(() => database.stop());
    const serverEnv = environment(env, config, database);
    const migrating = migrateDatabase(config, database);
    migrating.catch(() => undefined);
    const sandbox = config.sandbox
      ? startProgram({ name: 'sandbox', script: ['sandbox/src/main.ts'], env: serverEnv, folder, logFolder })
      : undefined;
    if (sandbox) stops.push(() => sandbox.stop());
    const sandboxUrl = sandbox && `http://localhost:${config.sandboxPort}`;
    const sandboxReady = sandbox
      ? waitUntilReady(sandbox, `${addressOf(config.host, config.sandboxPort)}/_control/faults`, signal)
      : Promise.resolve();
    sandboxReady.catch(() => undefined);
    await migrating;
    signal.throwIfAborted();
    const demo = demoShop(config);
    if (demo.wanted) {
      await sandboxReady;
      log('Filling the demo shop.');
      const demoEnv = { ...serverEnv, DATABASE_ADMIN_URL: database.adminUrl };
      await runProgram({ name: 'demo', script: ['scripts/demo/seed.ts'], env: demoEnv, folder, logFolder });
      demo.filled();
      const simulated = simulatedCouriers(config);
      for (const company of companies.filter((one) => !simulated.includes(one)))
        log(`The demo shop has no ${companyName[company]} account: its address does not lead to the sandbox.`);
    }
    if (!watch) await building;
    signal.throwIfAborted();

    const programOptions: ProgramOptions = {
      name: 'server',
      script: ['server/src/app/main.ts'],
      env: serverEnv,
      folder,
      logFolder,
      nodeOptions: [...serverHeap, ...(watch ? ['--watch', '--watch-preserve-output'] : [])],
      verbose: watch,
    };
    const first = startProgram(programOptions);
    stops.push(() => first.stop());
    await sandboxReady;
    if (!watch) await waitUntilReady(first, `${addressOf(config.host, config.port)}/readyz`, signal);
    const server = keepRunning(first, () => startProgram(programOptions), log);
    stops.pop();
    stops.push(() => server.stop());
    const broken = Promise.race([
      database.exited.then(() => `The database ended. See ${path.join(config.dataDir, 'postgres/postgres.log')}.`),
      ...(sandbox
        ? [sandbox.exited.then((reason) => `The sandbox ended (${reason}).\n${sandbox.lastLogLines()}`)]
        : []),
    ]);
    return { config, database, sandboxUrl, server: server.current, broken };
  }
}

async function migrateDatabase(config: Config, database: Database): Promise<void> {
  try {
    await migrate(database);
  } catch (error) {
    // The messages name the whole data folder: it also holds the sandbox's store and couriers.
    if (error instanceof ForeignDatabaseError && !config.databaseUrl)
      throw new ConfigError(
        error.madeBy === 'a newer version'
          ? `${config.dataDir} was last used by a newer version of Courierdesk. Start that version or a newer one, or set DATA_DIR to another folder.`
          : `${config.dataDir} was made by a version before 0.2.0, and nothing converts it. Rename the folder and start again.`,
      );
    throw error;
  }
}

function environment(env: NodeJS.ProcessEnv, config: Config, database: Database): NodeJS.ProcessEnv {
  const { DATABASE_ADMIN_URL: _notForTheServer, ...rest } = env;
  return {
    ...rest,
    DATA_DIR: config.dataDir,
    DATABASE_URL: database.loginUrl,
    PUBLIC_URL: config.publicUrl,
    APP_SECRET: config.appSecret ?? storedSecret(config.dataDir, 'app-secret'),
  };
}

/** With the sandbox, each database gets a demo shop once. */
function demoShop(config: Config): { wanted: boolean; filled(): void } {
  const marker = path.join(config.dataDir, 'demo-shop');
  const database = createHash('sha256')
    .update(config.databaseUrl ?? 'embedded')
    .digest('hex');
  const isFilled = existsSync(marker) && readFileSync(marker, 'utf8') === database;
  return { wanted: config.sandbox && !isFilled, filled: () => writeFileSync(marker, database) };
}

function addressOf(host: string, port: number): string {
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}
