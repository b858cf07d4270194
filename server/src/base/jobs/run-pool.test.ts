import { expect, it } from 'vitest';
import { runPool } from './run-pool.ts';

const { signal } = new AbortController();

it('work that is left when a piece finishes during the last look is done in the same run', async () => {
  const first = Promise.withResolvers<void>();
  const looks = [
    async () => 'first',
    // This look finds nothing, because the first piece is still running; that piece ends before the look does.
    async () => {
      first.resolve();
      await new Promise(setImmediate);
      return undefined;
    },
    async () => 'what the first left',
  ];
  const done: string[] = [];
  const count = await runPool<string>({
    size: 2,
    signal,
    next: async () => looks.shift()?.(),
    async work(piece) {
      if (piece === 'first') await first.promise;
      done.push(piece);
    },
  });
  expect(done).toEqual(['first', 'what the first left']);
  expect(count).toBe(2);
});

it('never runs more pieces at once than its size', async () => {
  const pieces = [1, 2, 3, 4, 5, 6, 7];
  let running = 0;
  let maxRunning = 0;
  await runPool<number>({
    size: 3,
    signal,
    next: async () => pieces.shift(),
    async work() {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise(setImmediate);
      running -= 1;
    },
  });
  expect(maxRunning).toBe(3);
  expect(pieces).toEqual([]);
});
