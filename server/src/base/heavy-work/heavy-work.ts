import { Piscina } from 'piscina';
import { createTurns, type Turns } from './turns.ts';

/** A function that a module exports. It takes and returns plain values and bytes. */
type ThreadTask = { readonly file: string; readonly name: string };

/**
 * Work that keeps a processor busy: drawing papers, reading pictures. It has threads of its own, so that requests go on
 * meanwhile, and shops take turns.
 */
export type HeavyWork = Turns & {
  /** Calls the function in a thread when it is the shop's turn. Buffers arrive as `Uint8Array`. */
  runInThread<Task extends (input: never) => unknown>(
    shopId: string,
    task: ThreadTask,
    input: Parameters<Task>[0],
  ): Promise<Awaited<ReturnType<Task>>>;
};

const limits = { atOnce: 2, waitingOfShop: 10, waiting: 60 };
/** A thread that draws has 60 MB of libraries and fonts, so it ends when nothing is drawn for so long. */
const idleMs = 60_000;

export function createHeavyWork(): HeavyWork {
  const turns = createTurns(limits);
  let threads: Piscina | undefined;
  return {
    ...turns,
    runInThread(shopId, { file, name }, input) {
      threads ??= new Piscina({ minThreads: 0, maxThreads: limits.atOnce, idleTimeout: idleMs });
      const pool = threads;
      return turns.run(shopId, () => pool.run(input, { filename: file, name }));
    },
  };
}
