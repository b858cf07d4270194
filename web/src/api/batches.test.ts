import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { newBatchQuery } from './batches.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  environmentManager.setIsServer(() => true);
  queryClient.clear();
  vi.useRealTimers();
});

it('a batch whose answer was lost is not made again after a while, when an identical one would no longer be recognised', async () => {
  vi.useFakeTimers();
  // It asks again as in a browser.
  environmentManager.setIsServer(() => false);
  vi.stubGlobal('localStorage', { getItem: () => 'secret' });
  const send = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  const observer = new QueryObserver(queryClient, newBatchQuery(['a', 'b']));
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(observer.getCurrentResult().isError).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
  unsubscribe();
});
