import { apiBase } from '@courierdesk/contract/endpoint';
import {
  fetchLabels,
  getLabelPrint,
  maxLabels,
  PrintNote,
  printLabels,
  type LabelPrint,
  type PaperSize,
  type PrintKind,
} from '@courierdesk/contract/labels';
import { QueryObserver, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { hasCode, isUnreachable, type ApiError } from '../lib/failures.ts';
import { download } from '../lib/download.ts';
import { addPendingPrint, leavePrintToPerson, removePendingPrint } from '../lib/pending-prints.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const pollMs = 500;

type PrintRequest = {
  shipmentIds: readonly string[];
  kind: PrintKind;
  size: PaperSize;
  /** Adds their load sheets to the same file. */
  withLoadSheets?: boolean;
  /** Without the labels that were printed before. */
  onlyUnprinted?: boolean;
  /** Labels of delivered and returned parcels too. */
  withEnded?: boolean;
};

/** Progress of a print request: the part being printed, and how many parcels came before it. */
export type PrintProgress = { print: LabelPrint; before: number };

/** The result of a print or a part of it. All parcels are on it, except those whose note says otherwise. */
export type PrintResult = Pick<LabelPrint, 'kind' | 'total' | 'notes'>;

/** The printed parts, and what stopped the others: their parcels are not printed. */
export type Printed = {
  prints: readonly PrintResult[];
  stopped: { error: unknown; rest: readonly string[] } | undefined;
};

/**
 * Prints, however long it takes, and delivers a PDF for each part of at most `maxLabels`: as a download, unless `deliver` does
 * something else with its ticket. Prints in progress are remembered, so that a reload finds them. If a part has nothing to
 * print, its notes say why. Throws what stops the first part, and throws when nothing at all can be printed.
 */
export async function printLabelsOf(
  request: PrintRequest,
  onProgress: (progress: PrintProgress) => void,
  deliver: (ticket: string) => void = download,
): Promise<Printed> {
  const prints: PrintResult[] = [];
  let refusal: ApiError | undefined;
  let stopped: Printed['stopped'];
  for (let before = 0; before < request.shipmentIds.length && !stopped; before += maxLabels) {
    const part = { ...request, shipmentIds: request.shipmentIds.slice(before, before + maxLabels) };
    const rest = request.shipmentIds.slice(before + maxLabels);
    try {
      const { data, ticket } = await makePrint(part, rest, (print) => onProgress({ print, before }));
      deliver(ticket);
      prints.push(data);
    } catch (error) {
      const notes = notesOf(error);
      if (notes && hasCode(error, 'cannot-print')) {
        refusal = error;
        prints.push({ kind: request.kind, total: notes.length, notes });
      } else if (before > 0) stopped = { error, rest: request.shipmentIds.slice(before) };
      else throw error;
    }
  }
  if (refusal && !stopped && prints.every(({ total, notes }) => notes.filter((note) => !note.printed).length === total))
    throw refusal;
  refreshPrinted();
  return { prints, stopped };
}

/** Why no parcel of a print could be printed; undefined if another error stopped it. */
export const notesOf = (error: unknown): PrintNote[] | undefined =>
  hasCode(error, 'cannot-print') ? z.array(PrintNote).safeParse(error.detail?.['notes']).data : undefined;

/** How many parcels a print of unprinted labels had, if all of them were printed before. */
export const printedIn = (error: unknown): number | undefined =>
  hasCode(error, 'cannot-print') ? z.number().safeParse(error.detail?.['printed']).data : undefined;

/** Those that are skipped because they are delivered or returned. */
export const endedIn = (notes: readonly PrintNote[]): string[] =>
  notes.flatMap((note) => (note.ended ? [note.shipment_id] : []));

/** Creates one file with the labels and load sheets of at most `maxLabels` parcels. */
export async function printTogether(
  request: Omit<PrintRequest, 'kind'>,
  onProgress: (print: LabelPrint) => void,
): Promise<{ print: LabelPrint; ticket: string }> {
  const made = await makePrint({ ...request, kind: 'airway-bill', withLoadSheets: true }, [], onProgress);
  refreshPrinted();
  return { print: made.data, ticket: made.ticket };
}

/** A print counts when the browser fetches its file, a moment after the click. */
const fetchMs = 2_000;

export function refreshPrinted(): void {
  setTimeout(() => {
    for (const queryKey of [['orders', 'known'], ['orders', 'to-do'], ['load-sheets']])
      void queryClient.invalidateQueries({ queryKey });
  }, fetchMs);
}

/** The URL that shows the PDF of a ticket. */
export const printUrl = (ticket: string): string => `${apiBase}/downloads/${encodeURIComponent(ticket)}?show=true`;

async function makePrint(
  request: PrintRequest,
  rest: readonly string[],
  onProgress: (print: LabelPrint) => void,
): Promise<{ data: LabelPrint; ticket: string }> {
  const { kind, size, withLoadSheets = false, onlyUnprinted = false, withEnded = false } = request;
  const { data: begun, ticket } = await call(printLabels, {
    body: {
      shipment_ids: [...request.shipmentIds],
      ...{ kind, size, with_load_sheets: withLoadSheets, only_unprinted: onlyUnprinted, with_ended: withEnded },
    },
  });
  const { id, total } = begun;
  if (begun.state === 'under-way') addPendingPrint({ id, kind, size, total, rest: [...rest] });
  try {
    const data = await finishedPrint(begun, onProgress);
    const made = data.state === 'failed' ? undefined : { data, ticket: ticket ?? (await printTicket(id)) };
    removePendingPrint(id);
    if (!made) throw new Error('We could not create the file. Try again.');
    return made;
  } catch (error) {
    leavePrintToPerson(id);
    throw error;
  }
}

async function finishedPrint(begun: LabelPrint, onProgress: (print: LabelPrint) => void): Promise<LabelPrint> {
  if (begun.state !== 'under-way') return begun;
  onProgress(begun);
  const query = labelPrintQuery(begun.id);
  const stop = new QueryObserver(queryClient, { ...query, enabled: false }).subscribe(
    ({ data }) => data?.state === 'under-way' && onProgress(data),
  );
  try {
    return await queryClient.fetchQuery({ ...query, staleTime: 0 });
  } finally {
    stop();
  }
}

export async function downloadPrint(id: string): Promise<void> {
  download(await printTicket(id));
}

export async function printTicket(id: string): Promise<string> {
  return (await call(fetchLabels, { params: { id } })).ticket;
}

/** A print, followed to its end. Its data is the progress until then. */
export const labelPrintQuery = (id: string) =>
  queryOptions({
    queryKey: ['label-print', id],
    queryFn: async ({ client, queryKey }) => {
      for (;;) {
        try {
          const print = (await call(getLabelPrint, { params: { id } })).data;
          if (print.state !== 'under-way') return print;
          client.setQueryData(queryKey, print);
        } catch (error) {
          // The server continues to print while the connection is lost.
          if (!isUnreachable(error)) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
    refetchInterval: false,
  });
