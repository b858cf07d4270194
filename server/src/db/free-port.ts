import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): a port that is free now is not taken
 * by somebody's connection before a server listens on it.
 */
const [lowest, highest] = [20_000, 32_700] as const;

/** A port of this machine that nothing listens on at the moment; `preferred` if it is free. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred > 0 && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port on this machine.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
