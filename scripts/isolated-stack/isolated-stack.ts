import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import type { z } from 'zod';
import { loadConfig } from '../../server/src/base/config.ts';
import type { Config } from '../../server/src/base/config.ts';
import { createContext } from '../../server/src/base/context.ts';
import type { Context } from '../../server/src/base/context.ts';
import { removeAbandoned } from '../postgres/embedded-postgres.ts';
import { migrate } from '../../server/src/base/db/migrate.ts';
import { loggedErrors } from './logged-errors.ts';
import { waitForAbort } from '../stop-signal.ts';
import { openDatabase } from '../stack/database.ts';
import type { Database } from '../stack/database.ts';
import { freePort } from '../postgres/free-port.ts';
import { freePorts } from '../stack/free-ports.ts';
import { root, startProgram } from '../stack/program.ts';
import type { Program } from '../stack/program.ts';
import { storedSecret } from '../stack/stored-secret.ts';
import { serverHeap, serverMemoryEnv } from '../stack/server-heap.ts';
import { waitUntilReady } from '../stack/wait-until-ready.ts';

/** A database, a sandbox and a server as separate programs, without a demo shop, for runs that kill or measure them. */
export type IsolatedStack = {
  url: string;
  database: Pick<Database, 'loginUrl' | 'adminUrl'>;
  /** The same database and secrets in this process, to set up data and read results. */
  context: Context;
  /** Runs SQL as the database administrator, who sees every shop. `returning` gives the changed rows. */
  query<Row>(sql: string, row: z.ZodType<Row>, values?: unknown[]): Promise<Row[]>;
  sandboxUrl: string;
  server(): Program;
  /** The worker and its address, if it is a separate process. */
  worker: { program: Program; url: string } | undefined;
  /** Calls `/_control/<path>` of the sandbox: GET, or POST when there is a body. */
  control(path: string, body?: unknown): Promise<unknown>;
  /** Errors that the servers logged, and why they crashed if they did. */
  serverErrors(): string[];
  /** Starts a new server after the last one ended. Resolves when it is ready. */
  startServerAgain(): Promise<void>;
  /** Starts one more server of this version beside the first, which need not become ready. */
  startAnotherServer(): Promise<{ program: Program; url: string }>;
  /** Stops the stack's own database as an administrator does who restarts it. */
  stopDatabase(): Promise<void>;
  startDatabaseAgain(): Promise<void>;
};

export type IsolatedStackOptions = {
  /** A migrated database to use. Default: an embedded one that survives crashes. */
  database?: Pick<Database, 'loginUrl' | 'adminUrl'>;
  /** The folder with the code of the first server. Default: this version. */
  code?: string;
  /** More environment variables of the server. */
  variables?: Record<string, string>;
  /** Web and worker as two processes; these variables are for the web process alone. */
  apart?: { web: Record<string, string> };
  /** Stops everything when it aborts. */
  signal?: AbortSignal;
};

/** Runs `work` on a new stack, and stops the stack when the work ends, fails or is aborted. */
export async function withIsolatedStack<T>(
  options: IsolatedStackOptions,
  work: (stack: IsolatedStack) => Promise<T>,
): Promise<T> {
  const { signal = new AbortController().signal } = options;
  await removeAbandoned(prefix, databasePlace);
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  const stops: (() => Promise<void>)[] = [];
  try {
    const stopped = waitForAbort(signal).then(() => Promise.reject(new Error('Stopped.')));
    return await Promise.race([startParts(folder, options, signal, stops).then(work), stopped]);
  } finally {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
    rmSync(folder, { recursive: true, force: true });
  }
}

const prefix = 'courierdesk-bare-';
/** Where `openDatabase` puts the database. */
const databasePlace = 'data/postgres';
const serverProgram = 'server/src/app/main.ts';

async function startParts(
  folder: string,
  { database: given, code = root, variables = {}, apart }: IsolatedStackOptions,
  signal: AbortSignal,
  stops: (() => Promise<void>)[],
): Promise<IsolatedStack> {
  const env = await environmentFor(folder, variables);
  const restartable = given ? undefined : await ownDatabase(loadConfig(env, folder), stops);
  const database = given ?? restartable?.database;
  if (!database) throw new Error('The stack has no database.');
  const complete: Record<string, string> = { ...env, DATABASE_URL: database.loginUrl };
  const config = loadConfig(complete, folder);
  const logFolder = path.join(folder, 'logs');

  const sandbox = startProgram({ name: 'sandbox', script: ['sandbox/src/main.ts'], env: complete, folder, logFolder });
  stops.push(() => sandbox.stop());
  const sandboxUrl = `http://127.0.0.1:${config.sandboxPort}`;
  await waitUntilReady(sandbox, `${sandboxUrl}/_control/faults`, signal);

  const started = async (name: string, own: Record<string, string>): Promise<Program> => {
    const ownEnv: Record<string, string> = { ...serverMemoryEnv, ...complete, ...own };
    const script = [path.join(code, serverProgram)];
    const program = startProgram({ name, script, env: ownEnv, folder, logFolder, nodeOptions: serverHeap });
    await waitUntilReady(program, `http://127.0.0.1:${ownEnv.PORT}/readyz`, signal).catch(async (error: unknown) => {
      await program.kill();
      throw error;
    });
    return program;
  };
  const startServer = () => started('server', apart ? { PROCESS: 'web', ...apart.web } : {});
  let server = await startServer();
  stops.push(() => server.stop());
  const others: Program[] = [];
  const worker = apart && (await startWorker(started));
  if (worker) stops.push(() => worker.program.stop());
  const context = createContext(config);
  stops.push(() => context.db.destroy());
  const admin = new Pool({ connectionString: database.adminUrl, max: 2 });
  // A test may stop the database under it.
  admin.on('error', () => undefined);
  stops.push(() => admin.end());

  return {
    url: config.publicUrl,
    database,
    context,
    sandboxUrl,
    worker,
    server: () => server,
    async query(sql, row, values = []) {
      const { rows } = await admin.query<Record<string, unknown>>(sql, values);
      return rows.map((one) => row.parse(one));
    },
    control: (at, body) => callControl(`${sandboxUrl}/_control/${at}`, body),
    serverErrors: () =>
      [server, ...(worker ? [worker.program] : []), ...others].flatMap(({ name }) =>
        loggedErrors(path.join(logFolder, `${name}.log`)),
      ),
    async startServerAgain() {
      server = await startServer();
    },
    async startAnotherServer() {
      const port = String(await freePort());
      const program = startProgram({
        name: 'another-server',
        script: [serverProgram],
        env: { ...serverMemoryEnv, ...complete, PORT: port },
        folder,
        logFolder,
        nodeOptions: serverHeap,
      });
      stops.push(() => program.stop());
      others.push(program);
      return { program, url: `http://127.0.0.1:${port}` };
    },
    stopDatabase: async () => restartable?.stop(),
    startDatabaseAgain: async () => restartable?.start(),
  };
}

async function startWorker(
  started: (name: string, own: Record<string, string>) => Promise<Program>,
): Promise<{ program: Program; url: string }> {
  const port = String(await freePort());
  return { program: await started('worker', { PROCESS: 'worker', PORT: port }), url: `http://127.0.0.1:${port}` };
}

async function environmentFor(folder: string, variables: Record<string, string>): Promise<Record<string, string>> {
  const ports = await freePorts();
  const dataDir = path.join(folder, 'data');
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    ...ports,
    PUBLIC_URL: `http://127.0.0.1:${ports.PORT}`,
    SANDBOX_EMPTY: '1',
    SANDBOX_SPEED: '0',
    DATA_DIR: dataDir,
    APP_SECRET: storedSecret(dataDir, 'app-secret'),
    LOG_LEVEL: 'warn',
    ...variables,
  };
}

async function ownDatabase(config: Config, stops: (() => Promise<void>)[]) {
  let running: Database | undefined = await openDatabase(config, { durable: true });
  const database = running;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  stops.push(stop);
  await migrate(database);
  return {
    database,
    stop,
    /** On the same port, so that its address stays. */
    async start() {
      running = await openDatabase(config, { durable: true });
      if (running.loginUrl !== database.loginUrl) throw new Error('Another program took the port of the database.');
    },
  };
}

async function callControl(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
