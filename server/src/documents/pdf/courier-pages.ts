import { PDFDocument } from '@cantoo/pdf-lib';
import type { CourierPage, LaidOutPage } from './page-layout.ts';

/** Opens a courier's PDF. Returns undefined if it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  try {
    return await PDFDocument.load(bytes, { ignoreEncryption: true });
  } catch {
    return undefined;
  }
}

export function pagesOf(document: PDFDocument, at: number): CourierPage[] {
  return document.getPages().map((page, index) => {
    const { width, height } = page.getSize();
    return { document: at, index, size: [width, height] };
  });
}

/**
 * Adds the couriers' pages in the places that are reserved for them. Yields between pages, so that other requests and
 * timers can run.
 */
export async function placeCourierPages(
  own: Uint8Array,
  documents: readonly PDFDocument[],
  pages: readonly LaidOutPage[],
): Promise<Uint8Array> {
  const whole = await PDFDocument.load(own);
  for (const [number, { places, size }] of pages.entries()) {
    const target = whole.getPage(number);
    for (const place of places) {
      const source = place.kind === 'courier' ? documents[place.page.document] : undefined;
      if (place.kind !== 'courier' || !source) continue;
      const [embedded] = await whole.embedPdf(source, [place.page.index]);
      if (!embedded) continue;
      const { x, y, width, height } = place.box;
      target.drawPage(embedded, { x, y: size[1] - y - height, width, height });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return whole.save();
}
