import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { openPdf, pagesOf, placeCourierPages } from './paper/courier-pages.ts';
import { layOut, type Sheet } from './paper/lay-out.ts';
import { drawPages } from './paper/own-pages.ts';
import type { Parcel } from './papers.ts';

export type ReadySheet = { readonly parcel: Parcel; readonly courierPdf: Uint8Array | undefined };

/**
 * One PDF in the order given. With none but our own papers it is given out while it is drawn; couriers' pages are
 * put into it at the end.
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
      sheets.push({ kind: 'own', paper: parcel.paper });
      continue;
    }
    documents.push(document);
    sheets.push({ kind: 'courier', paper: parcel.paper, pages: pagesOf(document, documents.length - 1) });
  }
  if (documents.length === 0) {
    yield* drawPages(kind, title, layOut(sheets, size));
    return;
  }
  const pages = [...layOut(sheets, size)];
  const own: Buffer[] = [];
  for await (const chunk of drawPages(kind, title, pages)) own.push(chunk);
  yield await placeCourierPages(Buffer.concat(own), documents, pages);
}
