import { checkStore, getStoreState, reconnectStore } from '@courierdesk/contract/store-closure';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const refreshMs = 60_000;

export const storeStateQuery = queryOptions({
  queryKey: ['store-state'],
  queryFn: async ({ signal }) => (await call(getStoreState, { signal })).data,
  refetchInterval: refreshMs,
  staleTime: 20_000,
});

/** Asks the store now. True when it is open. */
export async function checkStoreNow(): Promise<boolean> {
  const { data } = await call(checkStore, {});
  queryClient.setQueryData(storeStateQuery.queryKey, data);
  if (data.closed) return false;
  void queryClient.invalidateQueries();
  return true;
}

/** The address in Shopify where the owner connects the store again. */
export const reconnectUrl = async (): Promise<string> => (await call(reconnectStore, {})).authorize_url;
