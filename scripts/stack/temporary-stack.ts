import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeAbandoned } from '../postgres/embedded-postgres.ts';
import { freePorts } from './free-ports.ts';
import { startStack } from './start-stack.ts';
import type { Stack } from './start-stack.ts';

type TemporaryStack = {
  url: string;
  sandboxUrl: string;
} & Stack;

/** The stack of `npm start` with its demo shop, on free ports. Its data is removed when it stops. */
export async function startTemporaryStack(variables: Record<string, string> = {}): Promise<TemporaryStack> {
  await removeAbandoned(prefix, 'data/postgres');
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  const ports = await freePorts();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...ports,
    DATA_DIR: path.join(folder, 'data'),
    RATE_LIMITS: 'off',
    ...variables,
  };
  const clear = () => rmSync(folder, { recursive: true, force: true });
  try {
    const signal = new AbortController().signal;
    const stack = await startStack({ env, folder, signal, durable: false, log: () => undefined });
    return {
      ...stack,
      url: `http://localhost:${ports.PORT}`,
      sandboxUrl: `http://localhost:${ports.SANDBOX_PORT}`,
      async stop() {
        await stack.stop();
        clear();
      },
    };
  } catch (error) {
    clear();
    throw error;
  }
}

const prefix = 'courierdesk-stack-';
