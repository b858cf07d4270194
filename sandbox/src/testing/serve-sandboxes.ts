import * as z from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { startSandbox } from '../sandbox.ts';

/**
 * A program for test runs: it starts and stops sandboxes when its parent process asks. A process for each sandbox would
 * load the same code and the same schema every time, which takes a second.
 */
const Request = z.union([
  z.object({
    id: z.int(),
    start: z.object({ dataDir: z.string(), appUrl: z.string(), seed: z.boolean(), clockAhead: z.number() }),
  }),
  z.object({ id: z.int(), stop: z.url() }),
]);

const running = new Map<string, Sandbox>();

process.on('message', (message) => void answer(Request.parse(message)));
process.channel?.ref();

async function answer(request: z.output<typeof Request>): Promise<void> {
  const { id } = request;
  try {
    process.send?.(
      'start' in request ? { id, ...(await start(request.start)) } : { id, ...(await stop(request.stop)) },
    );
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
}

async function start(options: { dataDir: string; appUrl: string; seed: boolean; clockAhead: number }) {
  const sandbox = await startSandbox({ ...options, port: 0, smtpPort: 0, parcelSpeed: 0, bulkDelayMs: 0 });
  running.set(sandbox.url, sandbox);
  return { url: sandbox.url, smtpUrl: sandbox.smtpUrl };
}

async function stop(url: string): Promise<object> {
  await running.get(url)?.close();
  running.delete(url);
  return {};
}
