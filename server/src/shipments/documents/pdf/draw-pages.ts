import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import type { PrintKind } from '@courierdesk/contract/labels';
import { drawAirwayBill } from './airway-bill.ts';
import { registerFonts } from './fonts.ts';
import type { LaidOutPage, Place } from './page-layout.ts';
import { logoFrom, type Logo } from './logo.ts';
import { drawPackingSlip } from './packing-slip.ts';
import { drawText } from './text.ts';

type Doc = PDFKit.PDFDocument;

/** What a person should know about a parcel of the print. */
export type SheetNote = { readonly shipmentId: string; readonly message: string };

/** A PDF document. Viewers open it ready to print. */
export function newDocument(title: string): Doc {
  const doc = new PdfDocument({ autoFirstPage: false, margin: 0, info: { Title: title, Producer: 'Courierdesk' } });
  registerFonts(doc);
  openToPrint(doc);
  return doc;
}

/** PDFKit has no option for the first action of a document, so it is added to the catalog. */
function openToPrint(doc: Doc): void {
  const root: unknown = Reflect.get(doc, '_root');
  if (!isReference(root)) throw new Error('this version of PDFKit keeps the catalog elsewhere');
  Object.assign(root.data, { OpenAction: { Type: 'Action', S: 'Named', N: 'Print' } });
}

const isReference = (root: unknown): root is { readonly data: object } =>
  typeof root === 'object' && root !== null && 'data' in root && typeof root.data === 'object';

/** Ends the document. */
export function bytesOf(doc: Doc): Promise<Uint8Array> {
  doc.end();
  return buffer(doc);
}

/** Draws our own documents and leaves room for the couriers' pages. Notes say what does not get onto the paper. */
export async function drawPages({
  kind,
  title,
  pages,
  logo: picture,
}: {
  readonly kind: PrintKind;
  readonly title: string;
  readonly pages: readonly LaidOutPage[];
  readonly logo: Uint8Array | undefined;
}): Promise<{ pdf: Uint8Array; notes: SheetNote[] }> {
  const doc = newDocument(title);
  const logo = logoFrom(picture);
  const notes: SheetNote[] = [];
  for (const page of pages) {
    doc.addPage({ size: [...page.size], margin: 0 });
    for (const place of page.places)
      for (const message of drawPlace(doc, kind, place, logo))
        notes.push({ shipmentId: place.details.shipmentId, message });
    if (page.shared) drawCuts(doc, page);
  }
  return { pdf: await bytesOf(doc), notes };
}

/** Returns what does not get onto the paper, in sentences. */
function drawPlace(doc: Doc, kind: PrintKind, place: Place, logo: Logo | undefined): string[] {
  const { box, details } = place;
  if (place.kind === 'courier') {
    if (details.reprint) drawText(doc, details.reprint, { x: box.x + 8, y: box.y + 2, width: box.width - 16 }, stamp);
    return [];
  }
  return kind === 'airway-bill' ? drawAirwayBill(doc, details, box, logo) : drawPackingSlip(doc, details, box, logo);
}

const stamp = { size: 7.5, weight: 'bold', lines: 1, align: 'end' } as const;

/** Draws the cutting lines. */
function drawCuts(doc: Doc, { size: [width, height], places }: LaidOutPage): void {
  doc.lineWidth(0.4).dash(3, { space: 3 });
  for (const { box } of places) {
    const right = box.x + box.width;
    const bottom = box.y + box.height;
    if (right < width - 1) doc.moveTo(right, box.y).lineTo(right, bottom).stroke('#999');
    if (bottom < height - 1) doc.moveTo(box.x, bottom).lineTo(right, bottom).stroke('#999');
  }
  doc.undash();
}
