import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identityOf, isRunning } from './process-identity.ts';

const state = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
const programOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

test.runIf(process.platform === 'linux')('a killed process is dead although its parent has not noticed', async () => {
  // The shell becomes a program that never collects its dead children, as the shell itself would.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(parent, 'exit');
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  const parentPid = Number(parent.pid);
  try {
    await expect.poll(() => programOf(parentPid)).toBe('sleep');
    const identity = identityOf(pid) ?? '';
    expect(isRunning(identity)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => state(pid)).toBe('Z');
    expect(isRunning(identity)).toBe(false);
    expect(identityOf(pid)).toBeUndefined();
  } finally {
    parent.kill('SIGKILL');
    await ended;
  }
});
