import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { openPdf, pagesOf, placeCourierPages } from './courier-pages.ts';
import { drawPages, type SheetNote } from './draw-pages.ts';
import { layOutPages, type PrintItem } from './page-layout.ts';
import type { ShipmentDetails } from './shipment-details.ts';

type Sheets = {
  readonly kind: PrintKind;
  readonly size: PaperSize;
  readonly title: string;
  /** In the order of the print. `courierPdf` is the courier's own label. */
  readonly parcels: readonly { readonly details: ShipmentDetails; readonly courierPdf: Uint8Array | undefined }[];
  readonly logo: Uint8Array | undefined;
};

/** Renders one PDF in the given order. Couriers' pages are added at the end. */
export async function renderSheets({
  kind,
  size,
  title,
  parcels,
  logo,
}: Sheets): Promise<{ pdf: Uint8Array; notes: SheetNote[] }> {
  const notes: SheetNote[] = [];
  const documents: PDFDocument[] = [];
  const items: PrintItem[] = [];
  for (const { details, courierPdf } of parcels) {
    const document = courierPdf && (await openPdf(courierPdf));
    if (courierPdf && !document)
      notes.push({
        shipmentId: details.shipmentId,
        message: 'The courier’s label can’t be read. Our own label is printed.',
      });
    if (!document) {
      items.push({ kind: 'own', details });
      continue;
    }
    documents.push(document);
    items.push({ kind: 'courier', details, pages: pagesOf(document, documents.length - 1) });
  }
  const pages = [...layOutPages(items, size)];
  const drawn = await drawPages({ kind, title, pages, logo });
  return {
    pdf: documents.length > 0 ? await placeCourierPages(drawn.pdf, documents, pages) : drawn.pdf,
    notes: [...notes, ...drawn.notes],
  };
}
