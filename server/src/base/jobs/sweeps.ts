import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/client.ts';

/**
 * Database rows are the queue: each has the time when it is due. A sweep leases due rows and works on them; several
 * workers may run the same sweep at once. `run` returns how many rows it handled; if any, the sweep runs again at once.
 */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  run(context: Context, signal: AbortSignal): Promise<number>;
};

export type Sweeper = {
  /** Runs a sweep now, or again if it is already running. */
  wake(name: string): void;
  stop(): Promise<void>;
};

const databaseIsAway = -1;
/** While the database is away, sweeps try again so often. */
const awayPauseMs = 2_000;

export function startSweeps(context: Context, sweeps: readonly Sweep[]): Sweeper {
  const stopping = new AbortController();
  const loops = new Map(sweeps.map((sweep) => [sweep.name, startLoop(context, sweep, stopping.signal)]));
  return {
    wake: (name) => loops.get(name)?.wake(),
    async stop() {
      stopping.abort();
      await Promise.all([...loops.values()].map((loop) => loop.ended));
    },
  };
}

function startLoop(context: Context, sweep: Sweep, signal: AbortSignal): { wake(): void; ended: Promise<void> } {
  let woken = false;
  let stopWaiting: (() => void) | undefined;
  const wake = (): void => {
    woken = true;
    stopWaiting?.();
  };
  signal.addEventListener('abort', wake);
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      woken = false;
      const handled = await sweep.run(context, signal).catch((error: unknown) => {
        if (isDatabaseAway(error)) return databaseIsAway;
        context.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
        return 0;
      });
      if (handled === databaseIsAway) await pause(Math.min(sweep.everyMs, awayPauseMs));
      else if (handled === 0) await pause(sweep.everyMs);
      stopWaiting = undefined;
    }
  };
  return { wake, ended: loop() };
}
