import type { ImportKind } from '@courierdesk/contract/import-columns';
import {
  bulkFulfilment,
  fetchFailedRows,
  getImport,
  getImportRows,
  getImports,
  importOrders,
  previewImport,
  type Import,
  type ImportRowsQuery,
} from '@courierdesk/contract/imports';
import type { Paging } from '@courierdesk/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPacked } from './client.ts';
import { download } from './labels.ts';
import { queryClient } from './query-client.ts';

const pollMs = 1_000;
/** A file of five megabytes over a slow line. */
const uploadTimeoutMs = 180_000;

type Packed = Uint8Array<ArrayBuffer>;

export const importsQuery = (paging: Paging) =>
  queryOptions({
    queryKey: ['imports', 'list', paging],
    queryFn: ({ signal }) => call(getImports, { query: paging, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? pollMs : false),
  });

/** Asked for each second while it is under way. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await call(getImport, { params: { id }, signal, quiet: true });
      const before = queryClient.getQueryData<Import>(['imports', 'one', id]);
      if (before && isUnderWay(before) && !isUnderWay(data)) importEnded();
      return data;
    },
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? pollMs : false),
  });

export const importRowsQuery = (id: string, query: ImportRowsQuery) =>
  queryOptions({
    queryKey: ['imports', 'rows', id, query],
    queryFn: ({ signal }) => call(getImportRows, { params: { id }, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const isUnderWay = (one: Pick<Import, 'state'>): boolean => one.state === 'under-way';

export async function previewFile(packed: Packed, signal: AbortSignal) {
  const { data } = await callPacked(previewImport, { packed, signal, quiet: true, timeoutMs: uploadTimeoutMs });
  return data;
}

/** Starts the import of a file's rows; small ones are done when this answers. */
export async function sendFile(kind: ImportKind, packed: Packed): Promise<Import> {
  const endpoint = kind === 'fulfilment' ? bulkFulfilment : importOrders;
  const { data } = await callPacked(endpoint, { packed, quiet: true, timeoutMs: uploadTimeoutMs });
  queryClient.setQueryData(importQuery(data.id).queryKey, data);
  void queryClient.invalidateQueries({ queryKey: ['imports', 'list'] });
  if (!isUnderWay(data)) importEnded();
  return data;
}

export async function downloadFailedRows(id: string): Promise<void> {
  const { ticket } = await call(fetchFailedRows, { params: { id }, quiet: true });
  download(ticket);
}

/** What it changed shows in these lists. */
function importEnded(): void {
  for (const queryKey of [['orders'], ['store-orders'], ['imports', 'rows'], ['imports', 'list']])
    void queryClient.invalidateQueries({ queryKey });
}
