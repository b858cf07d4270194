import {
  createLoadSheets,
  getLoadSheets,
  getWaitingParcels,
  handOverLoadSheet,
  printLoadSheet,
  SkippedParcel,
  type LoadSheet,
} from '@courierdesk/contract/load-sheets';
import { maxLabels } from '@courierdesk/contract/labels';
import type { Paging } from '@courierdesk/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { hasCode, messageOf } from '../lib/failures.ts';
import { call } from './client.ts';
import { download } from '../lib/download.ts';
import { refreshPrinted } from './labels.ts';
import { queryClient } from './query-client.ts';

const askingMs = 3_000;
/** The server calls the couriers first, and drawing thousands of rows takes seconds. */
const makingTimeoutMs = 60_000;

export const loadSheetsQuery = (paging: Paging) =>
  queryOptions({
    queryKey: ['load-sheets', 'list', paging],
    queryFn: ({ signal }) => call(getLoadSheets, { query: paging, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((sheet) => sheet.state === 'asking') ? askingMs : false),
  });

export const waitingParcelsQuery = queryOptions({
  queryKey: ['load-sheets', 'waiting'],
  queryFn: ({ signal }) => call(getWaitingParcels, { signal }),
  select: ({ data }) => data,
  staleTime: 10_000,
});

/** Creates load sheets for these parcels, one per courier account. */
export async function makeLoadSheets(shipmentIds: readonly string[], again = false) {
  const made = await call(createLoadSheets, {
    body: { shipment_ids: [...shipmentIds], again },
    timeoutMs: makingTimeoutMs,
  });
  await changed();
  return made;
}

/** Those that hold parcels. */
export async function printLoadSheets(
  sheets: readonly LoadSheet[],
  deliver: (ticket: string) => void = download,
): Promise<void> {
  for (const sheet of sheets) if (sheet.state !== 'refused') await reprintLoadSheet(sheet.id, deliver);
}

/** The created load sheets, those that couriers refused, the skipped parcels, and what stopped the rest. */
export type MadeSheets = {
  made: readonly LoadSheet[];
  refused: readonly LoadSheet[];
  skipped: readonly SkippedParcel[];
  failure?: string;
};

/**
 * As `makeLoadSheets` for any number of parcels, in parts of at most `maxLabels`, and downloads them, unless `downloads` is
 * false. Skipped parcels say why. After a failure, the result still lists what was created before it.
 */
export async function makeAllLoadSheets(
  shipmentIds: readonly string[],
  options: { again?: boolean; downloads?: boolean; onProgress?: (done: number) => void } = {},
): Promise<MadeSheets> {
  const { again = false, downloads = true, onProgress } = options;
  const made: LoadSheet[] = [];
  const refused: LoadSheet[] = [];
  const skipped: SkippedParcel[] = [];
  for (let from = 0; from < shipmentIds.length; from += maxLabels) {
    onProgress?.(from);
    try {
      const part = await makeLoadSheets(shipmentIds.slice(from, from + maxLabels), again);
      made.push(...part.data.filter(({ state }) => state !== 'refused'));
      refused.push(...part.data.filter(({ state }) => state === 'refused'));
      skipped.push(...part.skipped);
      if (downloads) await printLoadSheets(part.data);
    } catch (error) {
      const none = hasCode(error, 'cannot-print') && z.array(SkippedParcel).safeParse(error.detail?.['skipped']).data;
      if (!none) return { made, refused, skipped, failure: messageOf(error) };
      skipped.push(...none);
    }
  }
  return { made, refused, skipped };
}

/** Prints a load sheet and delivers its PDF: as a download, unless `deliver` does something else with the ticket. */
export async function reprintLoadSheet(id: string, deliver: (ticket: string) => void = download) {
  const { ticket, data } = await call(printLoadSheet, { params: { id }, timeoutMs: makingTimeoutMs });
  deliver(ticket);
  refreshPrinted();
  return data;
}

export async function handOver(id: string, handedOver: boolean) {
  const { data } = await call(handOverLoadSheet, { params: { id }, body: { handed_over: handedOver } });
  await changed();
  return data;
}

async function changed(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  await queryClient.invalidateQueries({ queryKey: ['load-sheets'] });
}
