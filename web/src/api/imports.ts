import type { Company } from '@courierdesk/contract/companies';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import { getImportPreview, previewImport, type ImportPreview } from '@courierdesk/contract/import-previews';
import {
  bulkFulfilment,
  fetchFailedRows,
  getImport,
  getImportRows,
  getImports,
  importOrders,
  rowFileType,
  storeRowFile,
  type Import,
} from '@courierdesk/contract/imports';
import type { ImportRowsQuery } from '@courierdesk/contract/import-rows-query';
import type { UnfinishedQuery } from '@courierdesk/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPacked } from './client.ts';
import { download } from '../lib/download.ts';
import { queryClient } from './query-client.ts';

const pollMs = 1_000;
const previewPollMs = 500;
/** While the store is updated. */
const storePollMs = 3_000;
/** Enough for five megabytes over a slow connection. */
const uploadTimeoutMs = 180_000;

type Packed = Uint8Array<ArrayBuffer>;

export const importsQuery = (paging: UnfinishedQuery) =>
  queryOptions({
    queryKey: ['imports', 'list', paging],
    queryFn: ({ signal }) => call(getImports, { query: paging, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isImportUnderWay) ? pollMs : false),
  });

/** Refetched each second while in progress. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await call(getImport, { params: { id }, signal });
      const before = queryClient.getQueryData<Import>(['imports', 'one', id]);
      if (before && isImportUnderWay(before) && !isImportUnderWay(data)) importEnded();
      return data;
    },
    refetchInterval: ({ state }) => (state.data === undefined || isImportUnderWay(state.data) ? pollMs : false),
  });

export const importRowsQuery = (id: string, query: ImportRowsQuery) =>
  queryOptions({
    queryKey: ['imports', 'rows', id, query],
    queryFn: ({ signal }) => call(getImportRows, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ store }) => store === 'under-way') ? storePollMs : false),
  });

export const isImportUnderWay = (one: Pick<Import, 'state'>): boolean => one.state === 'under-way';

/** What the rows in a body would change. */
export async function previewRows(packed: Packed, signal: AbortSignal): Promise<ImportPreview> {
  const { data } = await callPacked(previewImport, { packed, signal, timeoutMs: uploadTimeoutMs });
  if (!data) throw new PreviewStopped();
  return data;
}

/** Stores the rows of a large file and returns its id. */
export async function storeRows(
  { bytes, columns }: { bytes: Packed; columns: string },
  signal: AbortSignal,
): Promise<string> {
  const { data } = await callPacked(storeRowFile, {
    packed: bytes,
    query: { columns },
    headers: { 'content-type': rowFileType },
    signal,
    timeoutMs: uploadTimeoutMs,
  });
  return data.id;
}

/** What the rows of a stored file would change. `onProgress` gets the number of rows checked. */
export async function previewStored(
  wish: { fileId: string; columns: string; kind: ImportKind; company: Company | undefined },
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportPreview> {
  const body = { file_id: wish.fileId, columns: wish.columns, kind: wish.kind, company: wish.company };
  let answer = await call(previewImport, { body, signal });
  while (answer.job && !answer.data) {
    const { id, state, done } = answer.job;
    if (state !== 'under-way') throw new PreviewStopped();
    onProgress(done);
    await pause(previewPollMs, signal);
    answer = await call(getImportPreview, { params: { id }, signal });
  }
  if (!answer.data) throw new PreviewStopped();
  return answer.data;
}

class PreviewStopped extends Error {
  override message = 'We could not check this file. Nothing has changed. Try again.';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Starts the import of the rows in a body. Few rows are done when this returns. */
export const startPackedImport = async (kind: ImportKind, packed: Packed): Promise<Import> =>
  started(await callPacked(endpointOf(kind), { packed, timeoutMs: uploadTimeoutMs }));

/** Starts the import of a stored file of rows. */
export const startStoredImport = async (
  kind: ImportKind,
  body: { file_id: string; columns: string },
): Promise<Import> => started(await call(endpointOf(kind), { body }));

const endpointOf = (kind: ImportKind) => (kind === 'fulfilment' ? bulkFulfilment : importOrders);

function started({ data }: { data: Import }): Import {
  queryClient.setQueryData(importQuery(data.id).queryKey, data);
  void queryClient.invalidateQueries({ queryKey: ['imports', 'list'] });
  if (!isImportUnderWay(data)) importEnded();
  return data;
}

export async function downloadFailedRows(id: string): Promise<void> {
  const { ticket } = await call(fetchFailedRows, { params: { id } });
  download(ticket);
}

/** These lists show what the import changed. */
function importEnded(): void {
  for (const queryKey of [['orders'], ['store-orders'], ['imports', 'rows'], ['imports', 'list']])
    void queryClient.invalidateQueries({ queryKey });
}
