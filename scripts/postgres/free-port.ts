import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): a port that is free now is not taken
 * by another connection before a server listens on it.
 */
const [lowest, highest] = [20_000, 32_700] as const;

/** Reserved ports, a file for each: until a server listens, nothing else shows that one is taken. */
const given = path.join(os.tmpdir(), 'courierdesk-ports');
const givenMs = 120_000;

/** A free port of this machine, reserved for two minutes. `preferred` if it is free. */
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
    // We cannot write to the folder. The chance that two processes get the same port is one in thousands.
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
