import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { openPdf, pagesOf, placeCourierPages } from './pdf/courier-pages.ts';
import { layOutPages, type PrintItem } from './pdf/page-layout.ts';
import { drawPages } from './pdf/draw-pages.ts';
import type { Parcel } from './parcels-to-print.ts';

export type ParcelWithLabel = { readonly parcel: Parcel; readonly courierPdf: Uint8Array | undefined };

/**
 * Renders one PDF in the given order. `note` gets what a person should know about a parcel of it. With only our own pages, it is streamed while it is drawn; couriers' pages are
 * added at the end.
 */
export async function* renderSheets(
  kind: PrintKind,
  size: PaperSize,
  title: string,
  ready: readonly ParcelWithLabel[],
  note: (parcel: Parcel, message: string) => void,
  logo: Buffer | undefined,
): AsyncGenerator<Uint8Array> {
  const documents: PDFDocument[] = [];
  const items: PrintItem[] = [];
  for (const { parcel, courierPdf } of ready) {
    const document = courierPdf && (await openPdf(courierPdf));
    if (courierPdf && !document) note(parcel, 'The courier’s label can’t be read. Our own label is printed.');
    if (!document) {
      items.push({ kind: 'own', details: parcel.details });
      continue;
    }
    documents.push(document);
    items.push({ kind: 'courier', details: parcel.details, pages: pagesOf(document, documents.length - 1) });
    // Opening a small PDF never yields, so thousands of them would keep other requests and timers waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const parcelOf = new Map(ready.map(({ parcel }) => [parcel.shipment.id, parcel]));
  const noteOf = (shipmentId: string, message: string): void => {
    const parcel = parcelOf.get(shipmentId);
    if (parcel) note(parcel, message);
  };
  if (documents.length === 0) {
    yield* drawPages(kind, title, layOutPages(items, size), logo, noteOf);
    return;
  }
  const pages = [...layOutPages(items, size)];
  const own: Buffer[] = [];
  for await (const chunk of drawPages(kind, title, pages, logo, noteOf)) own.push(chunk);
  yield await placeCourierPages(Buffer.concat(own), documents, pages);
}
