import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const limits = { atOnce: 2, waitingOfShop: 3, waiting: 5 };

/** Pieces of work that end when the test ends them. */
function pieces() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const piece = (name: string) => (): Promise<string> => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(name)));
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    await settled();
    ends.get(name)?.();
    await settled();
  };
  return { started, piece, end, settled };
}

test('work of one shop runs one after the other, and another shop waits for one piece of it at most', async () => {
  const { started, piece, end } = pieces();
  const turns = createTurns({ ...limits, atOnce: 1 });
  const all = ['a1', 'a2', 'a3'].map((name) => turns.run('a', piece(name)));
  all.push(turns.run('b', piece('b1')));
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('no more than the limit runs at once, each of another shop', async () => {
  const { started, piece, end, settled } = pieces();
  const turns = createTurns(limits);
  for (const name of ['a1', 'a2', 'b1', 'c1']) void turns.run(name.charAt(0), piece(name));
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('what is too much for one shop is refused with a time to wait, and other shops have room', async () => {
  const { piece } = pieces();
  const turns = createTurns(limits);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.run('a', piece(name));
  expect(turns.hasRoom('a')).toBe(false);
  await expect(turns.run('a', piece('a5'))).rejects.toMatchObject({
    code: 'too-many-requests',
    items: [{ detail: { retry_after: 5 } }],
  });
  expect(turns.hasRoom('b')).toBe(true);
});

test('what is too much for all shops together is refused as such', async () => {
  const { piece } = pieces();
  const turns = createTurns(limits);
  for (const name of ['a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1']) void turns.run(name.charAt(0), piece(name));
  expect(turns.hasRoom('d')).toBe(false);
  await expect(turns.run('d', piece('d1'))).rejects.toMatchObject({ code: 'unavailable' });
});

test('work that fails lets the next one begin', async () => {
  const turns = createTurns({ ...limits, atOnce: 1 });
  const failed = turns.run('a', () => Promise.reject(new Error('no such picture')));
  const next = turns.run('a', () => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no such picture');
  expect(await next).toBe('next');
});
