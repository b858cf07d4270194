import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../lib/failures.ts';
import { currentToasts, dismissToast, showErrorToast, showToast } from './toast.ts';

const lifetimeMs = 5_000;
const messages = (): string[] => currentToasts.read().map(({ message }) => message);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (let [first] = currentToasts.read(); first; [first] = currentToasts.read()) dismissToast(first.id);
  vi.useRealTimers();
});

it('a toast about a failure has the message of the server, says what broke, or that something went wrong', () => {
  const refused = new ApiError(409, [{ msg: 'It already ended', code: undefined }], false, 'r-1');
  const lost = new ConnectionError(true);
  for (const error of [refused, lost, new ApiError(403, [], false, 'r-1')]) showErrorToast(error);
  expect(messages()).toEqual(['It already ended', lost.message, 'Something went wrong']);
});

it('a fifth toast waits until there is room, and then stays five seconds too', () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) showToast(`${name} failed`, { error: true });
  expect(messages()).toEqual(['one failed', 'two failed', 'three failed', 'four failed']);
  vi.advanceTimersByTime(lifetimeMs);
  expect(messages()).toEqual(['five failed']);
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(messages()).toEqual(['five failed']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

it('a toast that is dismissed makes room for the next one', () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) showToast(name);
  dismissToast(currentToasts.read()[0]?.id ?? '');
  expect(messages()).toEqual(['two', 'three', 'four', 'five']);
});

it('of many failures with the same message only one waits', () => {
  for (let n = 0; n < 20; n += 1) showToast('No connection', { error: true });
  vi.advanceTimersByTime(lifetimeMs);
  expect(messages()).toEqual(['No connection']);
});

it('a toast that replaces another one stays five seconds from then on', () => {
  showToast('Reading the store', { id: 'store' });
  vi.advanceTimersByTime(lifetimeMs - 1);
  showToast('No orders changed', { id: 'store' });
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(messages()).toEqual(['No orders changed']);
});
