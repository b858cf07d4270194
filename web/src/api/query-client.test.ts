import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

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
