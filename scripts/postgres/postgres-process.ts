import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { commandLine, isAlive } from './process-identity.ts';
import { launchAs } from './unprivileged-user.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

type PostgresProcess = {
  pid: number;
  port: number;
  exited: Promise<void>;
};

type PostgresLaunch = {
  postgres: string;
  folder: string;
  cluster: string;
  user: UnprivilegedUser | undefined;
  durable: boolean;
};

/** Ready to answer when it returns. */
export async function launchPostgres(launch: PostgresLaunch): Promise<PostgresProcess> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const port = await portFor(path.join(launch.folder, 'port'));
    const started = await tryToLaunch(launch, port, deadline);
    if (started) return started;
    const log = readFileSync(logFile(launch), 'utf8').trim();
    if (!passes(log) || Date.now() > deadline)
      throw new Error(`The database in ${launch.cluster} did not start: ${log}`);
    await delay(200);
  }
}

/** Ends a server that outlived the process that started it, and removes what a killed one left behind. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = Number(pidFileLine(cluster, 1));
  if (!pid) return;
  if (isAlive(pid) && commandLine(pid).includes(cluster)) await stopProcess(pid, 'SIGINT');
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
export async function stopProcess(pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const patience = Date.now() + 20_000;
  const end = Date.now() + 25_000;
  let next: NodeJS.Signals | undefined = signal;
  while (isAlive(pid) && Date.now() < end) {
    if (next) sendSignal(pid, next);
    next = Date.now() > patience ? 'SIGQUIT' : undefined;
    await delay(25);
  }
}

async function tryToLaunch(
  launch: PostgresLaunch,
  port: number,
  deadline: number,
): Promise<PostgresProcess | undefined> {
  const { file, args, options } = launchAs(launch.user, launch.postgres, serverArguments(launch, port));
  const log = openSync(logFile(launch), 'w', 0o600);
  // A process group of its own: Ctrl-C in the terminal must reach the database last.
  const child = spawn(file, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const end = new AbortController();
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  }).finally(() => end.abort());
  while (!end.signal.aborted && Date.now() < deadline) {
    if (
      child.pid &&
      Number(pidFileLine(launch.cluster, 1)) === child.pid &&
      pidFileLine(launch.cluster, 8) === 'ready'
    ) {
      return { pid: child.pid, port, exited };
    }
    await delay(20);
  }
  if (child.pid && !end.signal.aborted) await stopProcess(child.pid, 'SIGQUIT');
  return undefined;
}

function serverArguments({ cluster, durable }: PostgresLaunch, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    synchronous_commit: 'on',
    // Foreign keys into a table that was just empty are checked row by row until it is analysed: the first big import.
    autovacuum_naptime: '15s',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '1h' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function portFor(file: string): Promise<number> {
  const port = await freePort(rememberedPort(file));
  writeFileSync(file, String(port));
  return port;
}

function rememberedPort(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

// Shared memory of a killed server frees itself as its last backends notice; a port can be lost to another program.
function passes(log: string): boolean {
  return /pre-existing shared memory block|Address already in use|lock file "postmaster.pid" already exists/.test(log);
}

function pidFileLine(cluster: string, line: number): string | undefined {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[line - 1]?.trim();
  } catch {
    return undefined;
  }
}

function logFile({ folder }: PostgresLaunch): string {
  return path.join(folder, 'postgres.log');
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}
