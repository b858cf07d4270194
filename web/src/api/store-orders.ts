import type { QueryInput } from '@courierdesk/contract/endpoint';
import {
  getMergeSuggestions,
  getStoreOrder,
  getStoreOrders,
  refreshStoreOrders,
} from '@courierdesk/contract/store-orders';
import {
  assignCourierAccount,
  describeStoreOrders,
  getNextStoreOrder,
  getStoreOrderChoices,
} from '@courierdesk/contract/store-order-queue';
import type { StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { readStoreOrders, searchOfList } from '../lib/store-orders-search.ts';
import { skippedOrders } from '../lib/skipped-orders.ts';
import { call, type CallInput } from './client.ts';
import { queryClient } from './query-client.ts';

/** New orders appear while the list is open. */
const lookAgainMs = 60_000;
/** While the first import runs. */
const importingMs = 10_000;
/** The server calls the store, which may be slow. */
const storeTimeoutMs = 60_000;

/** No request while a filter is invalid. */
export const storeOrdersQuery = (query: QueryInput<typeof getStoreOrders> | undefined) =>
  queryOptions({
    queryKey: ['store-orders', 'list', query],
    queryFn: query ? ({ signal }) => call(getStoreOrders, { query, signal }) : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && !state.data.mirrored_at ? importingMs : lookAgainMs),
  });

export const storeOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['store-orders', 'one', id],
    queryFn: ({ signal }) => call(getStoreOrder, { params: { id }, signal }),
  });

/** Customers with several waiting orders. */
export const mergeSuggestionsQuery = queryOptions({
  queryKey: ['store-orders', 'merge-suggestions'],
  queryFn: ({ signal }) => call(getMergeSuggestions, { query: {}, signal }),
  refetchInterval: lookAgainMs,
});

export type OrderSelection = CallInput<typeof describeStoreOrders>['body']['selection'];

/** The orders of a selection that can be booked. */
export const loadSelectedOrders = async (selection: OrderSelection) =>
  (await call(describeStoreOrders, { body: { selection }, timeoutMs: storeTimeoutMs })).data;

export async function assignAccountTo(selection: OrderSelection, accountId: string | null): Promise<number> {
  const body = { selection, account_id: accountId };
  const { assigned } = await call(assignCourierAccount, { body, timeoutMs: storeTimeoutMs });
  await queryClient.invalidateQueries({ queryKey: ['store-orders'] });
  return assigned;
}

/** What the filters of a tab offer. */
export const storeOrderChoicesQuery = (tab: StoreOrdersTab) =>
  queryOptions({
    queryKey: ['store-orders', 'choices', tab],
    queryFn: async ({ signal }) => (await call(getStoreOrderChoices, { query: { tab }, signal })).data,
    staleTime: 60_000,
  });

/** The next order to book in the list that the person came from, after these orders. */
export const nextOrderQuery = (list: string | undefined, after: readonly string[]) =>
  queryOptions({
    queryKey: ['store-orders', 'next', list, after],
    queryFn: async ({ signal }) => {
      const read = readStoreOrders(searchOfList(list));
      const { page: _page, limit: _limit, ...query } = read.problems ? {} : read.query;
      const places = { after: after.join(), except: skippedOrders().join() };
      return (await call(getNextStoreOrder, { query: { ...query, ...places }, signal })).data;
    },
    staleTime: 0,
  });

export async function refreshStore() {
  const reply = await call(refreshStoreOrders, { timeoutMs: storeTimeoutMs });
  await queryClient.invalidateQueries({ queryKey: ['store-orders'] });
  return reply;
}
