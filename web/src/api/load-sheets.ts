import {
  createLoadSheets,
  getLoadSheets,
  getWaitingParcels,
  handOverLoadSheet,
  printLoadSheet,
} from '@courierdesk/contract/load-sheets';
import type { Paging } from '@courierdesk/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { download } from './labels.ts';
import { queryClient } from './query-client.ts';

const askingMs = 3_000;
/** Couriers are asked first. */
const makingTimeoutMs = 60_000;

export const loadSheetsQuery = (paging: Paging) =>
  queryOptions({
    queryKey: ['load-sheets', 'list', paging],
    queryFn: ({ signal }) => call(getLoadSheets, { query: paging, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((sheet) => sheet.state === 'asking') ? askingMs : false),
  });

export const waitingParcelsQuery = queryOptions({
  queryKey: ['load-sheets', 'waiting'],
  queryFn: ({ signal }) => call(getWaitingParcels, { signal, quiet: true }),
  select: ({ data }) => data,
  staleTime: 10_000,
});

/** Makes the load sheets of these parcels, one per courier account, and downloads each. */
export async function makeLoadSheets(shipmentIds: readonly string[], again = false) {
  const made = await call(createLoadSheets, {
    body: { shipment_ids: [...shipmentIds], again },
    quiet: true,
    timeoutMs: makingTimeoutMs,
  });
  await changed();
  for (const sheet of made.data) await reprintLoadSheet(sheet.id);
  return made;
}

export async function reprintLoadSheet(id: string) {
  const { ticket, data } = await call(printLoadSheet, { params: { id }, quiet: true });
  download(ticket);
  await changed();
  return data;
}

export async function handOver(id: string, handedOver: boolean) {
  const { data } = await call(handOverLoadSheet, { params: { id }, body: { handed_over: handedOver }, quiet: true });
  await changed();
  return data;
}

async function changed(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  await queryClient.invalidateQueries({ queryKey: ['load-sheets'] });
}
