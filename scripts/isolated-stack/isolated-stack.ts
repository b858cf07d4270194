import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import type { z } from 'zod';
import { loadConfig } from '../../server/src/base/config.ts';
import type { Config } from '../../server/src/base/config.ts';
import { closeDatabases, createContext } from '../../server/src/base/context.ts';
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
import { serverHeap } from '../stack/server-heap.ts';
import { waitUntilReady } from '../stack/wait-until-ready.ts';

/** A process of the product. */
type Server = {
  role: Role;
  url: string;
  program(): Program;
  /** Starts it again after it ended, with other code if a folder is given. Resolves when it is ready. */
  startAgain(code?: string): Promise<void>;
};

/** What a process does: `PROCESS`. */
type Role = 'all' | 'web' | 'worker';

/** A database, a sandbox and servers as separate programs, without a demo shop, for runs that kill or measure them. */
export type IsolatedStack = {
  /** Where the files of its database are, if it has one of its own. */
  databaseFolder: string;
  /** The first server, which is a web process. */
  url: string;
  servers: [Server, ...Server[]];
  database: Pick<Database, 'loginUrl' | 'adminUrl'>;
  /** The same database and secrets in this process, to set up data and read results. */
  context: Context;
  /** Runs SQL as the database administrator, who sees every shop. `returning` gives the changed rows. */
  query<Row>(sql: string, row: z.ZodType<Row>, values?: unknown[]): Promise<Row[]>;
  sandboxUrl: string;
  /** Calls `/_control/<path>` of the sandbox: GET, or POST when there is a body. */
  control(path: string, body?: unknown): Promise<unknown>;
  /** Errors that the servers logged, and which of them ended by themselves. */
  serverErrors(): string[];
  /** Starts one more server of this version beside the first, which need not become ready. */
  startAnotherServer(): Promise<{ program: Program; url: string }>;
  /** Stops the stack's own database as an administrator does who restarts it. */
  stopDatabase(): Promise<void>;
  /** As when the machine of the database fails. */
  killDatabase(): Promise<void>;
  startDatabaseAgain(): Promise<void>;
};

type WantedServer = { role: Role; variables?: Record<string, string> };

export type IsolatedStackOptions = {
  /** A migrated database to use. Default: an embedded one that survives crashes. */
  database?: Pick<Database, 'loginUrl' | 'adminUrl'>;
  /** The embedded database has a disk of its own, of this size, in memory. That needs root. */
  diskMegabytes?: number;
  /** The folder with the code of the servers. Default: this version. */
  code?: string;
  /** More environment variables of all servers. */
  variables?: Record<string, string>;
  /** Default: one process that does everything. */
  servers?: readonly WantedServer[];
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
  {
    database: given,
    diskMegabytes,
    code = root,
    variables = {},
    servers: [first = { role: 'all' }, ...others] = [],
  }: IsolatedStackOptions,
  signal: AbortSignal,
  stops: (() => Promise<void>)[],
): Promise<IsolatedStack> {
  const env = await environmentFor(folder, variables);
  if (diskMegabytes !== undefined) stops.push(mountDisk(path.join(folder, databasePlace), diskMegabytes));
  const restartable = given ? undefined : await ownDatabase(loadConfig(env, folder), stops);
  const database = given ?? restartable?.database;
  if (!database) throw new Error('The stack has no database.');
  const complete: Record<string, string> = { ...env, DATABASE_URL: database.loginUrl };
  const config = loadConfig(complete, folder);
  const logFolder = path.join(folder, 'logs');

  const sandbox = startProgram({ name: 'sandbox', script: ['sandbox/src/main.ts'], env: complete, folder, logFolder });
  stops.push(() => sandbox.stop());
  const sandboxUrl = `http://127.0.0.1:${config.sandboxPort}`;
  const sandboxReady = waitUntilReady(sandbox, `${sandboxUrl}/_control/faults`, signal);

  const programs: Program[] = [];
  const start = (name: string, own: Record<string, string>, from: string): Program => {
    const program = startProgram({
      name,
      script: [path.join(from, serverProgram)],
      env: { ...complete, ...own },
      folder,
      logFolder,
      nodeOptions: serverHeap,
    });
    programs.push(program);
    stops.push(() => program.stop());
    return program;
  };
  const startServer = async ({ role, variables: own }: WantedServer, index: number): Promise<Server> => {
    const port = index === 0 ? String(config.port) : String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const startReady = async (from: string): Promise<Program> => {
      const program = start(`${role}-${index + 1}`, { PROCESS: role, PORT: port, ...own }, from);
      await waitUntilReady(program, `${url}/readyz`, signal).catch(async (error: unknown) => {
        await program.kill();
        throw error;
      });
      return program;
    };
    let current = code;
    let program = await startReady(current);
    return {
      role,
      url,
      program: () => program,
      async startAgain(from = current) {
        current = from;
        program = await startReady(from);
      },
    };
  };
  const starting = others.map((one, index) => startServer(one, index + 1));
  const [firstServer, otherServers] = await Promise.all([startServer(first, 0), Promise.all(starting), sandboxReady]);
  const servers: [Server, ...Server[]] = [firstServer, ...otherServers];
  const context = createContext(config);
  stops.push(() => closeDatabases(context));
  const admin = new Pool({ connectionString: database.adminUrl, max: 2 });
  // A test may stop the database under it.
  admin.on('error', () => undefined);
  stops.push(() => admin.end());

  return {
    databaseFolder: path.join(folder, databasePlace),
    url: config.publicUrl,
    servers,
    database,
    context,
    sandboxUrl,
    async query(sql, row, values = []) {
      const { rows } = await admin.query<Record<string, unknown>>(sql, values);
      return rows.map((one) => row.parse(one));
    },
    control: (at, body) => callControl(`${sandboxUrl}/_control/${at}`, body),
    serverErrors: () => [
      ...[...new Set(programs.map(({ name }) => name))].flatMap((name) =>
        loggedErrors(path.join(logFolder, `${name}.log`)),
      ),
      ...programs.filter((program) => program.endedByItself()).map(({ name }) => `${name} ended by itself`),
    ],
    async startAnotherServer() {
      const port = String(await freePort());
      return { program: start('another-server', { PORT: port }, root), url: `http://127.0.0.1:${port}` };
    },
    stopDatabase: async () => restartable?.stop(),
    killDatabase: async () => restartable?.kill(),
    startDatabaseAgain: async () => restartable?.start(),
  };
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

/** Returns how to unmount it. */
function mountDisk(folder: string, megabytes: number): () => Promise<void> {
  const run = (command: string, args: string[]): void => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  mkdirSync(folder, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'courierdesk', folder]);
  return async () => run('umount', [folder]);
}

async function ownDatabase(config: Config, stops: (() => Promise<void>)[]) {
  let running: Database | undefined;
  const start = async (): Promise<Database> => {
    const started = await openDatabase(config, { durable: true });
    running = started;
    // It may end by itself, such as when its disk is full.
    void started.exited.then(() => (running = running === started ? undefined : running));
    return started;
  };
  const database = await start();
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  stops.push(stop);
  await migrate(database);
  return {
    database,
    stop,
    async kill() {
      await running?.kill();
      running = undefined;
    },
    /** If it does not run. On the same port, so that its address stays. */
    async start() {
      const { loginUrl } = running ?? (await start());
      if (loginUrl !== database.loginUrl) throw new Error('Another program took the port of the database.');
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
