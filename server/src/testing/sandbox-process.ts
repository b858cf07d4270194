import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The simulated Shopify and couriers. They run in another process, as in `npm start`. */
export type SandboxProcess = {
  readonly url: string;
  readonly smtpUrl: string;
  /** Everything that it knows, as a text that another sandbox can start with. */
  journal(): Promise<string>;
  /** `POST`s to the control API, or `GET`s it when there is no body. */
  control(path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
};

const Started = z.object({ url: z.string(), smtpUrl: z.string() });

export async function startSandboxProcess(options: {
  appUrl: string;
  empty?: boolean;
  /** What an earlier one left, and when. Its clock goes on from there. */
  left?: { readonly journal: string; readonly at: Date } | undefined;
}): Promise<SandboxProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courierdesk-sandbox-'));
  const dataDir = path.join(folder, 'sandbox');
  const journal = path.join(dataDir, 'journal.jsonl');
  if (options.left) {
    await mkdir(dataDir);
    await writeFile(journal, options.left.journal);
  }
  const clockAhead = options.left ? options.left.at.getTime() - Date.now() : 0;
  const start = { dataDir, appUrl: options.appUrl, seed: options.empty === false, clockAhead };
  const { url, smtpUrl } = Started.parse(await ask({ start }));
  return {
    url,
    smtpUrl,
    journal: () => readFile(journal, 'utf8'),
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
      await ask({ stop: url });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const program = fileURLToPath(new URL('../../../sandbox/src/testing/serve-sandboxes.ts', import.meta.url));
/** A test process that is killed takes its sandboxes with it. */
const stopWithParent = new URL('../../../scripts/stack/stop-with-parent.ts', import.meta.url).href;

const Reply = z.looseObject({ id: z.int(), error: z.string().optional() });

/** One for all test files of this process. */
let sandboxes: ChildProcess | undefined;
let lastId = 0;

function ask(request: { start: object } | { stop: string }): Promise<unknown> {
  const child = (sandboxes ??= startProgram());
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      const reply = Reply.parse(message);
      if (reply.id !== id) return;
      leave();
      if (reply.error === undefined) resolve(reply);
      else reject(new Error(reply.error));
    };
    const onExit = (): void => {
      leave();
      reject(new Error('the sandbox process ended'));
    };
    const leave = (): void => void child.off('message', onMessage).off('exit', onExit);
    child.on('message', onMessage).on('exit', onExit);
    child.send({ id, ...request });
  });
}

function startProgram(): ChildProcess {
  const child = spawn(process.execPath, ['--import', stopWithParent, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  child.once('exit', () => (sandboxes = undefined));
  // It does not keep a finished test run alive.
  child.unref();
  child.channel?.unref();
  return child;
}
