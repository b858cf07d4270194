import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { openPdf, pagesOf, placeCourierPages } from './pdf/courier-pages.ts';
import { layOutPages, type PrintItem } from './pdf/page-layout.ts';
import { drawPages } from './pdf/draw-pages.ts';
import type { Parcel } from './parcels-to-print.ts';

export type ParcelWithLabel = { readonly parcel: Parcel; readonly courierPdf: Uint8Array | undefined };

/**
 * Renders one PDF in the given order. With only our own pages, it is streamed while it is drawn; couriers' pages are
 * added at the end.
 */
export async function* renderSheets(
  kind: PrintKind,
  size: PaperSize,
  title: string,
  ready: readonly ParcelWithLabel[],
  unreadable: (parcel: Parcel) => void,
  logo: Buffer | undefined,
): AsyncGenerator<Uint8Array> {
  const documents: PDFDocument[] = [];
  const items: PrintItem[] = [];
  for (const { parcel, courierPdf } of ready) {
    const document = courierPdf && (await openPdf(courierPdf));
    if (courierPdf && !document) unreadable(parcel);
    if (!document) {
      items.push({ kind: 'own', details: parcel.details });
      continue;
    }
    documents.push(document);
    items.push({ kind: 'courier', details: parcel.details, pages: pagesOf(document, documents.length - 1) });
    // Opening a small PDF never yields, so thousands of them would keep other requests and timers waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (documents.length === 0) {
    yield* drawPages(kind, title, layOutPages(items, size), logo);
    return;
  }
  const pages = [...layOutPages(items, size)];
  const own: Buffer[] = [];
  for await (const chunk of drawPages(kind, title, pages, logo)) own.push(chunk);
  yield await placeCourierPages(Buffer.concat(own), documents, pages);
}
