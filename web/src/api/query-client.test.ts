import { MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { ApiError, ConnectionError, TimeoutError } from '../lib/failures.ts';
import { queryClient, readOnce } from './query-client.ts';

afterEach(() => queryClient.clear());

it('components get saved data before the code that saved it continues', async () => {
  const queryKey = ['saved'];
  let shown: string | undefined;
  const observer = new QueryObserver<string>(queryClient, { queryKey, enabled: false });
  // As `useQuery` subscribes.
  const unsubscribe = observer.subscribe(notifyManager.batchCalls(({ data }) => (shown = data)));
  const save = async (): Promise<void> => {
    queryClient.setQueryData(queryKey, 'new');
  };
  await save();
  expect(shown).toBe('new');
  unsubscribe();
});

/** How often a list and what a form started from were read, once a change on the page failed so. */
async function readsAfter(error: Error): Promise<{ list: number; form: number }> {
  const reads = { list: 0, form: 0 };
  const queryFn = ({ queryKey: [what] }: { queryKey: readonly unknown[] }) =>
    (reads[what === 'list' ? 'list' : 'form'] += 1);
  const ends = [
    new QueryObserver(queryClient, { queryKey: ['list'], queryFn }).subscribe(() => undefined),
    new QueryObserver(queryClient, { queryKey: ['form'], queryFn, staleTime: readOnce }).subscribe(() => undefined),
  ];
  await expect.poll(() => reads).toEqual({ list: 1, form: 1 });
  const change = new MutationObserver(queryClient, {
    mutationFn: async () => {
      throw error;
    },
  });
  await expect(change.mutate()).rejects.toBe(error);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  for (const end of ends) end();
  return reads;
}

const refused = (status: number) => new ApiError(status, [{ msg: 'Refused', code: undefined }], false, '');

it.each([
  ['has no answer', new ConnectionError(true)],
  ['has no answer in time', new TimeoutError(30, true)],
  ['fails at the server', refused(500)],
  ['is refused because its subject is gone', refused(404)],
  ['is refused because its subject has changed', refused(409)],
])('what a page shows is read again after a change that %s, except what a form started from', async (_, error) => {
  expect(await readsAfter(error)).toEqual({ list: 2, form: 1 });
});

it.each([400, 401, 403, 422, 429])('a change that is refused with %i reads nothing again', async (status) => {
  expect(await readsAfter(refused(status))).toEqual({ list: 1, form: 1 });
});
