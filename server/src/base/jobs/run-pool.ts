import { setTimeout as pause } from 'node:timers/promises';

/** How often a pool with a free slot looks for new pieces while others run. */
const lookAgainMs = 1_000;

/**
 * Runs pieces of work in parallel, at most `size` at once, until `next` has none left. It also looks for new pieces
 * while others run, so that a long piece does not delay a new one. `work` handles its own errors. After `signal`, no
 * new piece starts. Returns the number of pieces.
 */
export async function runPool<Piece>(pool: {
  readonly size: number;
  /** Claims the next piece; `running` has the unfinished ones. */
  next(running: ReadonlySet<Piece>): Promise<Piece | undefined>;
  work(piece: Piece): Promise<void>;
  readonly signal: AbortSignal;
}): Promise<number> {
  const running = new Map<Piece, Promise<void>>();
  const pieces = new Set<Piece>();
  let count = 0;
  let finished = 0;
  for (;;) {
    const finishedBefore = finished;
    while (running.size < pool.size && !pool.signal.aborted) {
      const piece = await pool.next(pieces);
      if (piece === undefined) break;
      count += 1;
      pieces.add(piece);
      const done = pool.work(piece).finally(() => {
        running.delete(piece);
        pieces.delete(piece);
        finished += 1;
      });
      running.set(piece, done);
    }
    if (running.size > 0) await Promise.race([...running.values(), pause(lookAgainMs, undefined, { ref: false })]);
    // A piece that finished during the last look may have left more to do, which that look did not see.
    else if (finished === finishedBefore) return count;
  }
}
