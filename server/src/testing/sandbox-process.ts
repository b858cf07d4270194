import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const program = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));
/** A test process that is killed takes its sandbox with it. */
const stopWithParent = new URL('../../../scripts/stack/stop-with-parent.ts', import.meta.url).href;
const Ready = z.object({ ready: z.literal(true), port: z.number(), smtpPort: z.number() });

/** The simulated Shopify and couriers, as the separate program that they are. */
export type SandboxProcess = {
  readonly url: string;
  readonly smtpUrl: string;
  /** `POST`s to the control API, or `GET`s it when there is no body. */
  control(path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
};

export async function startSandboxProcess(options: { appUrl: string; empty?: boolean }): Promise<SandboxProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courierdesk-sandbox-'));
  const child = spawn(process.execPath, ['--import', stopWithParent, program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      APP_URL: options.appUrl,
      SANDBOX_SPEED: '0',
      ...(options.empty !== false && { SANDBOX_EMPTY: '1' }),
    },
  });
  const { stdout } = child;
  if (!stdout) throw new Error('the sandbox has no output to read its ports from');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ports = await new Promise<z.output<typeof Ready>>((resolve, reject) => {
    void ended.then(() => reject(new Error('the sandbox ended before it was ready')));
    createInterface({ input: stdout }).on('line', (line) => {
      const ready = Ready.safeParse(jsonOf(line));
      if (ready.success) resolve(ready.data);
    });
  });
  const url = `http://127.0.0.1:${ports.port}`;
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    async control(at, body) {
      const answer = await fetch(`${url}/_control/${at}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      if (!answer.ok) throw new Error(`sandbox control ${at}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
