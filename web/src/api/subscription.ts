import { checkSubscription } from '@courierdesk/contract/subscriptions';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(checkSubscription, { signal }),
  staleTime: 60_000,
});
