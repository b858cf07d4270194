import { stopSignal, waitForAbort } from './stop-signal.ts';
import type { Program } from './stack/program.ts';
import { startStack } from './stack/start-stack.ts';
import type { Stack } from './stack/start-stack.ts';

type Run = {
  environment(): NodeJS.ProcessEnv;
  watch?: boolean;
  /** Called when the stack is ready. May start a program that is stopped with it. */
  alongside(stack: Stack): Program | undefined;
};

/** Runs the stack until a signal stops it, then stops every program. A failure prints its message. */
export async function runUntilStopped({ environment, watch, alongside }: Run): Promise<void> {
  const signal = stopSignal();
  try {
    const stack = await startStack({ env: environment(), watch, signal, log: (line) => console.log(line) });
    const companion = alongside(stack);
    try {
      const companionEnded = companion?.exited.then((reason) => `${companion.name} ended (${reason}).`);
      const ends = [stack.broken, waitForAbort(signal), ...(companionEnded ? [companionEnded] : [])];
      const reason = await Promise.race(ends);
      if (reason && !signal.aborted) throw new Error(reason);
      console.log('Stopping.');
    } finally {
      await companion?.stop();
      await stack.stop();
    }
    process.exit(0);
  } catch (error) {
    if (signal.aborted) process.exit(0);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
