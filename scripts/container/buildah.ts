import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Buildah with its storage in a folder of its own. It needs no registry and no engine, and leaves those of the machine alone. */
export type Buildah = (...args: string[]) => string;

export function buildahIn(folder: string): Buildah {
  const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')];
  return (...args) => run('buildah', [...storage, '--storage-driver', 'vfs', ...args]);
}

/** Runs a tool to its end and returns what it printed. Its messages are shown only when it fails. */
export function run(file: string, args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw new Error(`${file} could not be started (${error.message}). Debian: apt-get install ${file}`);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${(stdout + stderr).trim().slice(-4000)}`);
  return stdout.trim();
}
