import { getDifferenceCount } from '@courierdesk/contract/difference-count';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const refreshMs = 60_000;

/** How many differences are open, for the navigation. */
export const differenceCountQuery = queryOptions({
  queryKey: ['orders', 'differences', 'count'],
  queryFn: ({ signal }) => call(getDifferenceCount, { signal }),
  select: ({ count }) => count,
  refetchInterval: refreshMs,
  staleTime: 20_000,
});
