import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { failureListeners } from '../api/client.ts';
import { ApiError, ConnectionError, TimeoutError, type CallFailure } from '../lib/failures.ts';
import { currentToasts, dismissToast } from '../ui/toasts/toast.ts';

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const { reactToFailures } = await import('./react-to-failures.ts');
  reactToFailures();
});

beforeEach(() => {
  for (const { id } of currentToasts.read()) dismissToast(id);
});

function fail(error: CallFailure, quiet: boolean): void {
  for (const listener of failureListeners) listener({ error, quiet, endedSession: false });
}
const refused = (status: number, planLimit = false): ApiError =>
  new ApiError(status, [{ msg: 'It already ended', code: undefined }], planLimit, 'r-1');
const messages = (): string[] => currentToasts.read().map(({ message }) => message);

it.each([
  refused(400),
  refused(403),
  refused(409),
  refused(503),
  new ConnectionError(true),
  new TimeoutError(30, true),
])('a failure that its caller does not show becomes a toast: %s', (error) => {
  fail(error, false);
  expect(messages()).toEqual([error.message]);
});

it.each([400, 403, 502])('a refusal %s without a readable body says that something went wrong', (status) => {
  fail(new ApiError(status, [], false, 'r-1'), false);
  expect(messages()).toEqual(['Something went wrong']);
});

it('a failure that its caller shows, and a plan limit, become no toast', () => {
  fail(refused(409), true);
  fail(new ConnectionError(true), true);
  fail(refused(403, true), false);
  expect(messages()).toEqual([]);
});
