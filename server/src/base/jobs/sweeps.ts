import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/client.ts';

/** A loop over the rows of all shops. `run` returns how many it handled; if any, the sweep runs again at once. */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  run(context: Context, signal: AbortSignal): Promise<number>;
};

type Sweeper = { stop(): Promise<void> };

const databaseIsAway = -1;
/** While the database is away, sweeps try again so often. */
const awayPauseMs = 2_000;

export function startSweeps(context: Context, sweeps: readonly Sweep[]): Sweeper {
  const stopping = new AbortController();
  const ended = sweeps.map((sweep) => runSweep(context, sweep, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(ended);
    },
  };
}

async function runSweep(context: Context, sweep: Sweep, signal: AbortSignal): Promise<void> {
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const fails = (is: 0 | 1): void => context.metrics.failingJobs.set({ kind: sweep.name }, is);
    const handled = await sweep.run(context, signal).then(
      (count) => {
        fails(0);
        return count;
      },
      (error: unknown) => {
        if (isDatabaseAway(error)) return databaseIsAway;
        fails(1);
        context.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
        return 0;
      },
    );
    if (handled === databaseIsAway) await pause(Math.min(sweep.everyMs, awayPauseMs));
    else if (handled === 0) await pause(sweep.everyMs);
  }
}
