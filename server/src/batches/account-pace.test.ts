import { afterEach, expect, test, vi } from 'vitest';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { paceOf } from './account-pace.ts';

const aPace = (parallelCalls = 4) => {
  const account = { id: 'a', parallel_calls: parallelCalls } as AccountRow;
  return paceOf({ db: {} as Context['db'] }, account);
};

afterEach(() => void vi.useRealTimers());

test('a quick courier has as many bookings in hand as its account takes, and some that wait for their turn', () => {
  const pace = aPace();
  expect(pace.inHand()).toBe(8);
  expect(pace.toCheck()).toBe(25);
  pace.answered(500);
  expect(pace.toCheck()).toBe(16);
  pace.answered(5_000);
  expect(pace.inHand()).toBe(4);
  expect(pace.toCheck()).toBe(4);
});

test('a courier that refuses gets half, and more again one by one', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pace = aPace();
  expect(pace.refused()).toBe(5_000);
  expect(pace.inHand()).toBe(4);
  for (let answer = 0; answer < 4; answer += 1) pace.answered(300);
  expect(pace.inHand()).toBe(6);
  for (let answer = 0; answer < 20; answer += 1) pace.answered(300);
  expect(pace.inHand()).toBe(8);
});

test('refusals of calls that were under way together count once; later ones are left alone for longer', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pace = aPace();
  expect([pace.refused(), pace.refused(), pace.refused()]).toEqual([5_000, 5_000, 5_000]);
  vi.advanceTimersByTime(5_001);
  expect(pace.refused()).toBe(10_000);
});

test('a row of unclear answers is enough to wait', () => {
  const pace = aPace();
  const waits = [1, 2, 3, 4, 5].map(() => pace.unclear());
  expect(waits).toEqual([0, 0, 0, 0, 60_000]);
  expect(pace.inHand()).toBe(3);
  pace.answered(300);
  expect(pace.unclear()).toBe(0);
});
