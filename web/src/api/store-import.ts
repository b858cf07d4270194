import { getStoreImport, retryStoreImport, type StoreImport } from '@courierdesk/contract/store-import';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const underWayMs = 2_000;
const failedMs = 10_000;
const noneMs = 60_000;

/** The first import of the store’s orders, null when none is running. Refetched only while one is. */
export const storeImportQuery = queryOptions({
  queryKey: ['store-import'],
  queryFn: async ({ signal }): Promise<StoreImport | null> => {
    const { data } = await call(getStoreImport, { signal });
    if (!data && queryClient.getQueryData(['store-import'])) importEnded();
    return data;
  },
  staleTime: ({ state }) => (state.data === null ? noneMs : 0),
  refetchInterval: ({ state }) => (state.data ? (state.data.failure ? failedMs : underWayMs) : false),
});

export async function retryImport(): Promise<void> {
  const { data } = await call(retryStoreImport, {});
  queryClient.setQueryData(storeImportQuery.queryKey, data);
}

function importEnded(): void {
  for (const queryKey of [['store-orders'], ['orders', 'to-do'], ['checklist']])
    void queryClient.invalidateQueries({ queryKey });
}
