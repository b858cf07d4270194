import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clearAbandoned } from '../../server/src/db/embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { startWorld } from './start-world.ts';
import type { World } from './start-world.ts';

export interface ThrowAwayWorld extends World {
  url: string;
  sandboxUrl: string;
}

/** The world of `npm start`, demo shop included, on free ports and with data that goes with it. */
export async function startThrowAwayWorld(variables: Record<string, string> = {}): Promise<ThrowAwayWorld> {
  await clearAbandoned(prefix, 'data/postgres');
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: path.join(folder, 'data'),
    RATE_LIMITS: 'off',
    ...variables,
  };
  const clear = () => rmSync(folder, { recursive: true, force: true });
  try {
    const signal = new AbortController().signal;
    const world = await startWorld({ env, folder, signal, durable: false, log: () => undefined });
    return {
      ...world,
      url: `http://localhost:${port}`,
      sandboxUrl: `http://localhost:${sandboxPort}`,
      async stop() {
        await world.stop();
        clear();
      },
    };
  } catch (error) {
    clear();
    throw error;
  }
}

const prefix = 'courierdesk-world-';
