import { apiBase } from '@courierdesk/contract/endpoint';
import {
  deleteExport,
  downloadCsv,
  exportOrders,
  fetchExport,
  getExport,
  getExportChoice,
  getExports,
  type ExportChoice,
  type ExportFilter,
  type OrderExport,
} from '@courierdesk/contract/exports';
import type { Paging } from '@courierdesk/contract/paging';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { download, saveFrom } from '../lib/download.ts';
import { queryClient } from './query-client.ts';
import type { Selection } from './shipments.ts';

const pollMs = 1_000;
const mailPollMs = 3_000;

export const exportChoiceQuery = queryOptions({
  queryKey: ['exports', 'choice'],
  queryFn: ({ signal }) => call(getExportChoice, { signal }),
  select: ({ data }) => data,
});

export const exportsQuery = (paging: Paging) =>
  queryOptions({
    queryKey: ['exports', 'list', paging],
    queryFn: ({ signal }) => call(getExports, { query: paging, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => soonest((state.data?.data ?? []).map(lookAgainMs)),
  });

/** One export, refetched each second while in progress. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['exports', 'one', id],
    queryFn: ({ signal }) => call(getExport, { params: { id }, signal }),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (state.data ? lookAgainMs(state.data.data) : false),
  });

function lookAgainMs({ state, mail }: OrderExport): number | false {
  if (state === 'under-way') return pollMs;
  return state !== 'expired' && mail.state === 'waiting' ? mailPollMs : false;
}

function soonest(times: readonly (number | false)[]): number | false {
  const given = times.filter((time) => time !== false);
  return given.length > 0 ? Math.min(...given) : false;
}

export async function startExport(filter: ExportFilter, search: ShipmentsQuery, choice: ExportChoice) {
  const reply = await call(exportOrders, { query: { ...search, filter }, body: choice });
  queryClient.setQueryData(exportQuery(reply.data.id).queryKey, { data: reply.data });
  await changed();
  return reply;
}

/** The browser saves the file of an export. */
export async function downloadExport(id: string): Promise<void> {
  download((await call(fetchExport, { params: { id } })).ticket);
}

export async function removeExport(id: string, onlyUnderWay: boolean): Promise<void> {
  await call(deleteExport, { params: { id }, query: { only_under_way: onlyUnderWay ? 'true' : undefined } });
  queryClient.removeQueries({ queryKey: exportQuery(id).queryKey });
  await changed();
}

/** The browser saves the selected orders while the server writes them. Returns the number of orders. */
export async function downloadSelection(selection: Selection, choice: ExportChoice): Promise<number> {
  const { ticket, total } = await call(downloadCsv, { body: { ...choice, selection } });
  saveFrom(`${apiBase}/downloads/selections/${encodeURIComponent(ticket)}`);
  await changed();
  return total;
}

async function changed(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['exports', 'choice'] });
  await queryClient.invalidateQueries({ queryKey: ['exports', 'list'] });
}
