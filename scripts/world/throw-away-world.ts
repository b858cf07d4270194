import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeAbandoned } from '../postgres/embedded-postgres.ts';
import { portsOfItsOwn } from './ports-of-its-own.ts';
import { startWorld } from './start-world.ts';
import type { World } from './start-world.ts';

export interface ThrowAwayWorld extends World {
  url: string;
  sandboxUrl: string;
}

/** The world of `npm start`, demo shop included, on free ports and with data that goes with it. */
export async function startThrowAwayWorld(variables: Record<string, string> = {}): Promise<ThrowAwayWorld> {
  await removeAbandoned(prefix, 'data/postgres');
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  const ports = await portsOfItsOwn();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...ports,
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
      url: `http://localhost:${ports.PORT}`,
      sandboxUrl: `http://localhost:${ports.SANDBOX_PORT}`,
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
