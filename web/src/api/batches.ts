import { type Batch, type BatchRow } from '@courierdesk/contract/batch';
import {
  BatchesQuery,
  bookBatch,
  confirmBatchRows,
  createBatch,
  deleteBatch,
  editBatchRows,
  getBatch,
  getBatches,
  retryBatch,
  stopBatch,
} from '@courierdesk/contract/batches';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readFilters } from '../lib/url-filters.ts';
import { hasAllBookings, mergeRows } from './batch-rows.ts';
import { call } from './client.ts';
import { cacheTime, queryClient } from './query-client.ts';

const pollMs = 1_000;
/** Once nothing is in progress, only another person can change something. */
const quietPollMs = 5_000;
/** One request can hold hundreds of orders. */
const manyTimeoutMs = 60_000;

export type BatchWithRows = {
  batch: Batch;
  rows: ReadonlyMap<string, BatchRow>;
  cursor: string;
  /** It is being deleted: we no longer refetch it. */
  gone?: boolean;
};

const keyOf = (id: string) => ['batches', 'one', id] as const;

/** The cached batch. */
export const cachedBatch = (id: string): BatchWithRows | undefined =>
  queryClient.getQueryData<BatchWithRows>(keyOf(id));

/** A batch with all its rows. Each refetch asks only for what changed. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<BatchWithRows> => {
      const before = cachedBatch(id);
      const query = { since: before?.cursor };
      const reply = await call(getBatch, { params: { id }, query, signal, timeoutMs: manyTimeoutMs });
      const now = cachedBatch(id);
      // Our own change may have been answered since and be newer; the same rows come again with the next refetch.
      if (now && now !== before) return now;
      return { batch: reply.data, rows: mergeRows(now?.rows, reply.rows), cursor: reply.cursor };
    },
    structuralSharing: false,
    staleTime: 0,
    gcTime: cacheTime.default,
    refetchInterval: ({ state: { data } }) => !data?.gone && (data && isQuiet(data) ? quietPollMs : pollMs),
  });

/** What the URL of the list asks for, without filters that cannot be read. */
export const batchesQueryOf = (search: object): BatchesQuery => readFilters(BatchesQuery, search).query;

export const batchesQuery = (query: BatchesQuery) =>
  queryOptions({
    queryKey: ['batches', 'list', query],
    queryFn: ({ signal }) => call(getBatches, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((batch) => batch.state === 'running') ? pollMs : false),
  });

/** Creates the batch of these orders. Only a person tries again: after a lost answer, another request could make a second one. */
export const newBatchQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: ['batches', 'new', orderIds],
    queryFn: () => createBatchOf(orderIds),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    staleTime: 'static',
    gcTime: 0,
  });

export async function createBatchOf(orderIds: readonly string[]) {
  const made = await call(createBatch, { body: { order_ids: [...orderIds] }, timeoutMs: manyTimeoutMs });
  void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
  return made;
}

export const editRows = (id: string, body: BodyInput<typeof editBatchRows>) =>
  merged(id, () => call(editBatchRows, { params: { id }, body, timeoutMs: manyTimeoutMs }));

/** Without row ids: all ready rows. */
export const bookRows = (id: string, rowIds?: readonly string[]) =>
  taken(id, () => call(bookBatch, { params: { id }, body: { row_ids: listed(rowIds) }, timeoutMs: manyTimeoutMs }));

/** Without row ids: all failed rows. */
export const retryRows = (id: string, rowIds?: readonly string[]) =>
  taken(id, () => call(retryBatch, { params: { id }, body: { row_ids: listed(rowIds) }, timeoutMs: manyTimeoutMs }));

export const confirmRows = (id: string, rowIds: readonly string[], which: 'store' | 'row') =>
  taken(id, () =>
    call(confirmBatchRows, { params: { id }, body: { row_ids: [...rowIds], take: which }, timeoutMs: manyTimeoutMs }),
  );

export const stopRows = (id: string) => taken(id, () => call(stopBatch, { params: { id }, timeoutMs: manyTimeoutMs }));

export async function removeBatch(id: string) {
  const mark = (gone: boolean): void =>
    void queryClient.setQueryData<BatchWithRows>(keyOf(id), (known) => known && { ...known, gone });
  await queryClient.cancelQueries({ queryKey: keyOf(id) });
  mark(true);
  const reply = await call(deleteBatch, { params: { id } }).catch((error: unknown) => {
    mark(false);
    throw error;
  });
  void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
  return reply;
}

const listed = (ids: readonly string[] | undefined): string[] | undefined => ids && [...ids];

type Changed = { data: Batch; rows: BatchRow[] };

async function taken<Reply extends Changed>(id: string, send: () => Promise<Reply>): Promise<Reply> {
  const reply = await merged(id, send);
  void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
  return reply;
}

/** Merges the rows of the reply, unless others came while it was on its way: then these may be newer, and we read again. */
async function merged<Reply extends Changed>(id: string, send: () => Promise<Reply>): Promise<Reply> {
  const before = cachedBatch(id);
  const reply = await send();
  if (cachedBatch(id) !== before) await queryClient.invalidateQueries({ queryKey: keyOf(id) });
  else if (before)
    queryClient.setQueryData<BatchWithRows>(keyOf(id), {
      ...before,
      batch: reply.data,
      rows: mergeRows(before.rows, reply.rows),
    });
  return reply;
}

const isQuiet = ({ batch, rows }: BatchWithRows): boolean =>
  batch.state === 'done' && batch.store !== 'reading' && batch.counts.uncertain === 0 && hasAllBookings(rows, batch);
