import type { Context } from '../context.ts';

/**
 * Rows are the queue: each says when it is due. A sweep takes what is due, under a lease, and works on it; several
 * workers may sweep at once. `run` answers how much it took, so that a full round is followed by another at once.
 */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  run(context: Context, signal: AbortSignal): Promise<number>;
};

export type Sweeper = {
  /** Runs a sweep as soon as it is idle. */
  wake(name: string): void;
  stop(): Promise<void>;
};

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
  let ring: (() => void) | undefined;
  const wake = (): void => {
    woken = true;
    ring?.();
  };
  signal.addEventListener('abort', wake);
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (woken) return resolve();
      const timer = setTimeout(resolve, sweep.everyMs);
      ring = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      woken = false;
      const taken = await sweep.run(context, signal).catch((error: unknown) => {
        context.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
        return 0;
      });
      if (taken === 0 && !signal.aborted) await pause();
      ring = undefined;
    }
  };
  return { wake, ended: loop() };
}
