import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from './program.ts';

type RestartingProgram = {
  current(): Program;
  stop(): Promise<void>;
};

/** Restarts a program whenever it ends by itself. The sooner it ends, the longer we wait. */
export function keepRunning(first: Program, start: () => Program, log: (line: string) => void): RestartingProgram {
  const stopping = new AbortController();
  let program = first;
  const watching = watch();
  return {
    current: () => program,
    async stop() {
      stopping.abort();
      await program.stop();
      await watching;
    },
  };

  async function watch(): Promise<void> {
    let wait = shortestWait;
    for (;;) {
      const started = Date.now();
      const reason = await program.exited;
      if (stopping.signal.aborted) return;
      wait = Date.now() - started > steadyAfter ? shortestWait : Math.min(wait * 2, longestWait);
      log(`The ${program.name} ended (${reason}) and starts again in ${wait / 1000} s.\n${program.lastLogLines()}`);
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      program = start();
    }
  }
}

const shortestWait = 500;
const longestWait = 16_000;
const steadyAfter = 60_000;
