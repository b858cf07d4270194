import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): a port that is free now is not taken
 * by somebody's connection before a server listens on it.
 */
const [lowest, highest] = [20_000, 32_700] as const;

/** Ports that were given away, each a file: until a server listens, nothing else shows that one is taken. */
const given = path.join(os.tmpdir(), 'courierdesk-ports');
const givenMs = 120_000;

/** A port of this machine that nothing listens on, given to nobody else for two minutes; `preferred` if it is free. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred > 0 && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, highest);
    if (reserve(port) && (await isFree(port))) return port;
  }
  throw new Error('There is no free port on this machine.');
}

function reserve(port: number): boolean {
  try {
    mkdirSync(given, { recursive: true, mode: 0o777 });
    forgetOld();
    writeFileSync(path.join(given, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    // Another user's folder, or none that can be written: only one in thousands meets another's port.
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

function forgetOld(): void {
  for (const name of readdirSync(given)) {
    const file = path.join(given, name);
    const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - madeAt > givenMs) rmSync(file, { force: true });
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
