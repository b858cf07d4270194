import { afterEach, expect, test, vi } from 'vitest';
import { createProcessMemory } from '../../base/process-memory.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { accountConcurrency } from './account-concurrency.ts';

function aConcurrency(parallelCalls = 4) {
  const account = { id: 'a', parallel_calls: parallelCalls } as AccountRow;
  return accountConcurrency({ memory: createProcessMemory() }, account);
}

afterEach(() => void vi.useRealTimers());

test('a quick courier gets as many bookings as its account allows, and some more that wait for a free call', () => {
  const concurrency = aConcurrency();
  expect(concurrency.maxRunning()).toBe(8);
  expect(concurrency.maxToCheck()).toBe(25);
  concurrency.recordAnswer(500);
  expect(concurrency.maxToCheck()).toBe(16);
  concurrency.recordAnswer(5_000);
  expect(concurrency.maxRunning()).toBe(4);
  expect(concurrency.maxToCheck()).toBe(4);
});

test('a courier that refuses gets half as many bookings, and one more at a time while it answers', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const concurrency = aConcurrency();
  expect(concurrency.recordRefusal()).toBe(5_000);
  expect(concurrency.maxRunning()).toBe(4);
  for (let answer = 0; answer < 4; answer += 1) concurrency.recordAnswer(300);
  expect(concurrency.maxRunning()).toBe(6);
  for (let answer = 0; answer < 20; answer += 1) concurrency.recordAnswer(300);
  expect(concurrency.maxRunning()).toBe(8);
});

test('calls that run at once and are refused together count as one refusal; the next refusal doubles the pause', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const concurrency = aConcurrency();
  const together = [concurrency.recordRefusal(), concurrency.recordRefusal(), concurrency.recordRefusal()];
  expect(together).toEqual([5_000, 5_000, 5_000]);
  vi.advanceTimersByTime(5_001);
  expect(concurrency.recordRefusal()).toBe(10_000);
});

test('five unclear answers in a row pause the account for a minute', () => {
  const concurrency = aConcurrency();
  const pauses = [1, 2, 3, 4, 5].map(() => concurrency.recordUnclearAnswer());
  expect(pauses).toEqual([0, 0, 0, 0, 60_000]);
  expect(concurrency.maxRunning()).toBe(3);
  concurrency.recordAnswer(300);
  expect(concurrency.recordUnclearAnswer()).toBe(0);
});
