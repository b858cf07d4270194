import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { makeCluster, postgresBinaries, checkCluster, superuserPassword } from './postgres-cluster.ts';
import { launchPostgres, stopOrphan, stopProcess } from './postgres-process.ts';
import { identityOf, isRunning } from './process-identity.ts';
import { unprivilegedUser } from './unprivileged-user.ts';
import { makeWritable } from './writable-folder.ts';

export type EmbeddedPostgres = {
  /** Superuser connection to the database `postgres`. */
  adminUrl: string;
  /** Resolves when the server process has ended for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Holds the cluster, its superuser password, its port and its log. Created if missing. */
  folder: string;
  /** False trades crash safety for speed, for data that is thrown away. */
  durable?: boolean;
};

/** Starts PostgreSQL in a folder, whatever state a killed process left it in. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true } = options;
  const folder = path.resolve(options.folder);
  const cluster = path.join(folder, 'cluster');
  const { postgres, initdb } = await postgresBinaries();
  makeWritable(folder);
  checkCluster(cluster, postgres);
  claim(folder);
  const password = superuserPassword(folder, cluster);
  const user = unprivilegedUser(cluster, [postgres, folder]);
  if (!existsSync(cluster)) makeCluster({ initdb, cluster, password, user, durable });
  await stopOrphan(cluster);
  const { pid, port, exited } = await launchPostgres({ postgres, folder, cluster, user, durable });
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    exited,
    async stop() {
      await stopProcess(pid, durable ? 'SIGINT' : 'SIGQUIT');
      await exited;
      rmSync(ownerFile(folder), { force: true });
    },
    async kill() {
      process.kill(pid, 'SIGKILL');
      await exited;
      rmSync(ownerFile(folder), { force: true });
    },
  };
}

/** A fast server in a new folder that is removed with it. Also removes what killed runs left behind. */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  await removeAbandoned(temporaryPrefix);
  const folder = mkdtempSync(path.join(os.tmpdir(), temporaryPrefix));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Ends servers of killed test runs and removes their folders: those below the temporary folder that begin with the prefix
 * and hold a database of ours at `place`.
 */
export async function removeAbandoned(prefix: string, place = ''): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    const owner = name.startsWith(prefix) ? ownerOf(path.join(folder, place)) : '';
    if (!owner || isRunning(owner)) continue;
    await stopOrphan(path.join(folder, place, 'cluster'));
    // Its folder may have been a disk of its own.
    if (place) spawnSync('umount', [path.join(folder, place)]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the database and the unprivileged login role if they are missing, and sets the role's password. */
export async function ensureDatabase(
  adminUrl: string,
  { database, role, password }: { database: string; role: string; password: string },
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const name = client.escapeIdentifier(role);
    const { rowCount: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (!roles) await client.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS`);
    await client.query(`ALTER ROLE ${name} PASSWORD ${client.escapeLiteral(password)}`);
    const { rowCount: databases } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (!databases) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

const temporaryPrefix = 'courierdesk-postgres-';

function claim(folder: string): void {
  const owner = ownerOf(folder);
  const own = identityOf(process.pid) ?? '';
  if (owner && owner !== own && isRunning(owner)) {
    throw new Error(`Process ${owner.split(' ')[0]} is already running on the database in ${folder}.`);
  }
  writeFileSync(ownerFile(folder), own);
}

function ownerOf(folder: string): string {
  try {
    return readFileSync(ownerFile(folder), 'utf8');
  } catch {
    return '';
  }
}

function ownerFile(folder: string): string {
  return path.join(folder, 'owner');
}
