import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnreachable } from '../lib/failures.ts';

/** How long unused data is kept. */
export const cacheTime = { default: 60_000, accounts: 300_000, dashboard: 200_000 } as const;

/** For what a form starts from: once read, it stays as it is while the form is open. */
export const readOnce = ({ state }: { state: { data: unknown } }) => (state.data === undefined ? 0 : 'static');

/**
 * Components get saved data before the code that saved it continues. By default they get it a moment later: a switch that
 * stops showing "saving" in between would jump back to its old position.
 */
notifyManager.setScheduler(queueMicrotask);

const retryMs = 5_000;

/** A change without an answer may have been made. One that is no longer possible was shown from old data. */
const mayShowOldData = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 404 || error.status === 409;

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error) => {
      if (mayShowOldData(error)) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: cacheTime.default,
      staleTime: 5_000,
      retry: false,
      networkMode: 'always',
      // A page that says that Courierdesk does not answer shows its data as soon as it does.
      refetchInterval: ({ state }) => isUnreachable(state.error) && retryMs,
    },
    // What someone typed, such as a password, is forgotten soon after its form is gone.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
