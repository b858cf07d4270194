import { stopSignal, untilAborted } from './stop-signal.ts';
import type { Program } from './world/program.ts';
import { startWorld } from './world/start-world.ts';
import type { World } from './world/start-world.ts';

export interface Run {
  environment(): NodeJS.ProcessEnv;
  watch?: boolean;
  /** Called when the world is ready; may start a program that lives as long as it. */
  alongside(world: World): Program | undefined;
}

/** Runs the world until it is asked to stop, and leaves nothing behind; a failure is told in its own words. */
export async function runUntilStopped({ environment, watch, alongside }: Run): Promise<void> {
  const signal = stopSignal();
  try {
    const world = await startWorld({ env: environment(), watch, signal, log: (line) => console.log(line) });
    const companion = alongside(world);
    try {
      const companionEnded = companion?.exited.then((reason) => `${companion.name} ended (${reason}).`);
      const ends = [world.broken, untilAborted(signal), ...(companionEnded ? [companionEnded] : [])];
      const reason = await Promise.race(ends);
      if (reason && !signal.aborted) throw new Error(reason);
      console.log('Stopping.');
    } finally {
      await companion?.stop();
      await world.stop();
    }
    process.exit(0);
  } catch (error) {
    if (signal.aborted) process.exit(0);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
