import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isUnreachable } from '../lib/failures.ts';

/** How long unused data is kept. */
export const cacheTime = { default: 60_000, accounts: 300_000, dashboard: 200_000 } as const;

/**
 * Components get saved data before the code that saved it continues. By default they get it a moment later: a switch that
 * stops showing "saving" in between would jump back to its old position.
 */
notifyManager.setScheduler(queueMicrotask);

const retryMs = 5_000;

export const queryClient = new QueryClient({
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
