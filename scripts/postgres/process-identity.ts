import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Process id and start time. An id alone may be reused by another process. */
export function identityOf(pid: number): string | undefined {
  const started = startTime(pid);
  return started === undefined ? undefined : `${pid} ${started}`;
}

export function isRunning(identity: string): boolean {
  const pid = Number(identity.split(' ')[0]);
  return pid > 0 && identityOf(pid) === identity.trim();
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

/** A zombie has no start time here: it has ended, and only its parent has not noticed yet. */
function startTime(pid: number): string | undefined {
  if (isZombie(pid)) return undefined;
  if (process.platform !== 'linux') return ps(pid, 'lstart=') || undefined;
  return statFields(pid)[19];
}

function isZombie(pid: number): boolean {
  const state = process.platform === 'linux' ? (statFields(pid)[0] ?? '') : ps(pid, 'stat=');
  return state.startsWith('Z');
}

// proc_pid_stat(5) from its third field, the state, on: the command name before it may hold spaces and brackets.
function statFields(pid: number): string[] {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
