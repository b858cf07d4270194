import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { openPdf } from './courier-pages.ts';

/**
 * Makes two copies of a courier's load sheet and prints our number and the copy's name at the bottom. Returns undefined
 * if the PDF cannot be read.
 */
export async function duplicateLoadSheet(
  bytes: Uint8Array,
  name: string,
  reprint: string,
): Promise<Uint8Array | undefined> {
  const source = await openPdf(bytes);
  if (!source || source.getPageCount() === 0) return undefined;
  const whole = await PDFDocument.create();
  const font = await whole.embedFont(StandardFonts.Helvetica);
  for (const copy of ['Courier copy', 'Shipper copy']) {
    for (const page of await whole.copyPages(source, source.getPageIndices())) {
      const words = [name, copy, reprint].filter(Boolean).join(' - ');
      whole.addPage(page).drawText(words, { x: 24, y: 10, size: 8, font });
    }
  }
  const signatures = whole.getPages();
  const perCopy = source.getPageCount();
  for (const last of [signatures[perCopy - 1], signatures[2 * perCopy - 1]]) {
    last?.drawText(
      'Shipper: ______________________      Rider: ______________________      Date, time: ______________',
      {
        x: 24,
        y: 26,
        size: 9,
        font,
      },
    );
  }
  return whole.save();
}
