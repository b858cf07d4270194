import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { openPdf, pagesOf, placeCourierPages } from './pdf/courier-pages.ts';
import { layOutPages, type Sheet } from './pdf/page-layout.ts';
import { drawPages } from './pdf/own-pages.ts';
import type { Parcel } from './parcels-to-print.ts';

export type ReadySheet = { readonly parcel: Parcel; readonly courierPdf: Uint8Array | undefined };

/**
 * Renders one PDF in the given order. With only our own pages, it is streamed while it is drawn; couriers' pages are
 * added at the end.
 */
export async function* renderSheets(
  kind: PrintKind,
  size: PaperSize,
  title: string,
  ready: readonly ReadySheet[],
  unreadable: (parcel: Parcel) => void,
): AsyncGenerator<Uint8Array> {
  const documents: PDFDocument[] = [];
  const sheets: Sheet[] = [];
  for (const { parcel, courierPdf } of ready) {
    const document = courierPdf && (await openPdf(courierPdf));
    if (courierPdf && !document) unreadable(parcel);
    if (!document) {
      sheets.push({ kind: 'own', details: parcel.details });
      continue;
    }
    documents.push(document);
    sheets.push({ kind: 'courier', details: parcel.details, pages: pagesOf(document, documents.length - 1) });
  }
  if (documents.length === 0) {
    yield* drawPages(kind, title, layOutPages(sheets, size));
    return;
  }
  const pages = [...layOutPages(sheets, size)];
  const own: Buffer[] = [];
  for await (const chunk of drawPages(kind, title, pages)) own.push(chunk);
  yield await placeCourierPages(Buffer.concat(own), documents, pages);
}
