import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { CourierPage, LaidOutPage } from './page-layout.ts';
import type { Box } from './sizes.ts';

/** Opens a courier's PDF. Returns undefined if it cannot be read or placed, so that it does not end the print of other parcels. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  try {
    // Opens those that only their owner may change.
    const document = await PDFDocument.load(bytes, { password: '' });
    const pages = pagesOf(document, 0);
    const trial = await PDFDocument.create();
    for (const { index } of pages) await (await trial.embedPage(document.getPage(index))).embed();
    return pages.length > 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Each page that is not empty, with the size that a viewer shows: its crop box, turned. */
export function pagesOf(document: PDFDocument, at: number): CourierPage[] {
  return document.getPages().flatMap((page, index) => {
    if (!page.node.Contents()) return [];
    const { width, height } = page.getCropBox();
    return [{ document: at, index, size: turnOf(page) % 180 === 0 ? [width, height] : [height, width] }];
  });
}

/** How far a viewer turns the page clockwise: 0, 90, 180 or 270 degrees. */
const turnOf = (page: PDFPage): number => ((page.getRotation().angle % 360) + 360) % 360;

/** Draws a page of another PDF as a viewer shows it, in a box from the top left corner. */
export async function placePage(
  whole: PDFDocument,
  target: PDFPage,
  source: PDFDocument,
  index: number,
  box: Box,
): Promise<void> {
  const page = source.getPage(index);
  const crop = page.getCropBox();
  const embedded = await whole.embedPage(page, {
    left: crop.x,
    bottom: crop.y,
    right: crop.x + crop.width,
    top: crop.y + crop.height,
  });
  const turn = turnOf(page);
  const bottom = target.getHeight() - box.y - box.height;
  const [width, height] = turn % 180 === 0 ? [box.width, box.height] : [box.height, box.width];
  target.drawPage(embedded, {
    // The corner of the box to which the page's own bottom left corner turns.
    x: turn === 180 || turn === 270 ? box.x + box.width : box.x,
    y: turn === 90 || turn === 180 ? bottom + box.height : bottom,
    width,
    height,
    rotate: degrees(-turn),
  });
}

/** Adds the couriers' pages in the places that are reserved for them. */
export async function placeCourierPages(
  own: Uint8Array,
  documents: readonly PDFDocument[],
  pages: readonly LaidOutPage[],
): Promise<Uint8Array> {
  const whole = await PDFDocument.load(own);
  for (const [number, { places }] of pages.entries()) {
    const target = whole.getPage(number);
    for (const place of places) {
      const source = place.kind === 'courier' ? documents[place.page.document] : undefined;
      if (place.kind === 'courier' && source) await placePage(whole, target, source, place.page.index, place.box);
    }
  }
  return whole.save();
}
