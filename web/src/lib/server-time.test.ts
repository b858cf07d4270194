import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareClocks, serverNow } from './server-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const local = Date.parse('2026-11-27T08:00:00Z');

/** A reply that is received right away, when the server's clock is ahead by so much. */
const reply = (aheadMs: number): void => compareClocks(new Date(Date.now() + aheadMs).toUTCString(), Date.now());

beforeEach(() => vi.useFakeTimers({ now: local }));
afterEach(() => {
  vi.useRealTimers();
  reply(0);
});

it('the time is the server’s while the clock of the computer is hours behind or ahead', () => {
  reply(12 * hour);
  expect(serverNow()).toBe(local + 12 * hour);
  vi.advanceTimersByTime(minute);
  expect(serverNow()).toBe(local + 12 * hour + minute);
  reply(-5 * hour);
  expect(serverNow()).toBe(local + minute - 5 * hour);
});

it('the time is the computer’s while its clock is at most two minutes off, or was set right', () => {
  reply(2 * minute);
  expect(serverNow()).toBe(local);
  reply(3 * minute);
  expect(serverNow()).toBe(local + 3 * minute);
  reply(0);
  expect(serverNow()).toBe(local);
});

it('a reply that is read after the computer slept does not set the time back', () => {
  vi.setSystemTime(local + 8 * hour);
  compareClocks(new Date(local).toUTCString(), local);
  expect(serverNow()).toBe(local + 8 * hour);
});

it('a reply without a readable date changes nothing about the time', () => {
  reply(12 * hour);
  compareClocks(null, local);
  compareClocks('yesterday', local);
  expect(serverNow()).toBe(local + 12 * hour);
});
