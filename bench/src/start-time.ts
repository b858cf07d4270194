import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../scripts/stack/free-ports.ts';
import { root } from '../../scripts/stack/program.ts';
import { failed, under } from './figure.ts';
import type { Figure } from './figure.ts';

const what = 'second `npm start`, until the first answer';

/** `npm start` in a data folder where it ran before, from the command to the first page that is answered. */
export async function startFigure(log: (line: string) => void, signal: AbortSignal): Promise<Figure> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-start-'));
  try {
    const env = { ...process.env, ...(await freePorts()), DATA_DIR: folder };
    const first = await startOnce(env, signal);
    log(`  the first start with its demo shop: ${(first / 1000).toFixed(1)} s`);
    return under(what, (await startOnce(env, signal)) / 1000, 5, 's');
  } catch (error) {
    return failed(what, 'under 5 s', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The database is still writing when the server has ended. */
const settlingMs = 3000;
const maxWaitMs = 240_000;

async function startOnce(env: NodeJS.ProcessEnv & { PORT: string }, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const npm = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  npm.stderr.on('data', (chunk) => (words += String(chunk)));
  try {
    while (!(await answers(`http://127.0.0.1:${env.PORT}/`))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}: ${words}`);
      if (performance.now() - startedAt > maxWaitMs) throw new Error('npm start does not answer');
      signal.throwIfAborted();
      await delay(25);
    }
    return performance.now() - startedAt;
  } finally {
    await stopped(npm);
    // npm ends before the programs that it started.
    while (await answers(`http://127.0.0.1:${env.PORT}/`)) await delay(100);
    await delay(settlingMs);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

function stopped(npm: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (npm.exitCode !== null) return resolve();
    npm.once('exit', () => resolve());
    npm.kill('SIGTERM');
  });
}
