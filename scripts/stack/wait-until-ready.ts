import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from './program.ts';

/** Waits until a URL of the program answers with success. Throws if it does not. */
export async function waitUntilReady(program: Program, url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await answers(url))) {
    signal.throwIfAborted();
    if (!program.running()) {
      throw new Error(`The ${program.name} did not start (${await program.exited}).\n${program.lastLogLines()}`);
    }
    if (Date.now() > deadline)
      throw new Error(`The ${program.name} does not answer at ${url}.\n${program.lastLogLines()}`);
    await delay(50);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return ok;
  } catch {
    return false;
  }
}
