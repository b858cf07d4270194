import type { QueryInput } from '@courierdesk/contract/endpoint';
import {
  getMergeSuggestions,
  getStoreOrder,
  getStoreOrders,
  refreshStoreOrders,
} from '@courierdesk/contract/store-orders';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

/** New orders come in by themselves while the list is looked at. */
const lookAgainMs = 60_000;
/** The server reads from the store, which may be slow. */
const storeTimeoutMs = 60_000;

export const storeOrdersQuery = (query: QueryInput<typeof getStoreOrders>) =>
  queryOptions({
    queryKey: ['store-orders', 'list', query],
    queryFn: ({ signal }) => call(getStoreOrders, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });

export const storeOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['store-orders', 'one', id],
    queryFn: ({ signal }) => call(getStoreOrder, { params: { id }, signal, quiet: true }),
  });

/** Customers with several orders that wait; of one phone number when it is given. */
export const mergeSuggestionsQuery = (phone?: string) =>
  queryOptions({
    queryKey: ['store-orders', 'merge-suggestions', phone],
    queryFn: ({ signal }) => call(getMergeSuggestions, { query: { phone }, signal, quiet: true }),
    refetchInterval: lookAgainMs,
  });

export async function readStoreNow() {
  const reply = await call(refreshStoreOrders, { quiet: true, timeoutMs: storeTimeoutMs });
  await queryClient.invalidateQueries({ queryKey: ['store-orders'] });
  return reply;
}
