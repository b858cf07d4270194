import { getAttention } from '@courierdesk/contract/attention';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const refreshMs = 60_000;

/** How many cases need a decision, for the navigation. */
export const attentionCountQuery = queryOptions({
  queryKey: ['orders', 'attention', 'count'],
  queryFn: ({ signal }) => call(getAttention, { query: { page: 1, limit: 1 }, signal }),
  select: ({ to_decide }) => to_decide,
  refetchInterval: refreshMs,
  staleTime: 20_000,
});
