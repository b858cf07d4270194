import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { openPdf, pagesOf, placePage } from './courier-pages.ts';

type LoadSheetOfCourier = {
  readonly bytes: Uint8Array;
  /** Our number and the like, before the copy's name. */
  readonly foot: readonly [name: string, reprint: string];
  /** What the rider should know, or empty. */
  readonly warning: string;
};

/**
 * Makes two copies of a courier's load sheet and prints our number and the copy's name at the bottom. Returns undefined
 * if the PDF cannot be read.
 */
export async function duplicateLoadSheet({
  bytes,
  foot: [name, reprint],
  warning,
}: LoadSheetOfCourier): Promise<Uint8Array | undefined> {
  const source = await openPdf(bytes);
  if (!source || source.getPageCount() === 0) return undefined;
  const whole = await PDFDocument.create();
  const font = await whole.embedFont(StandardFonts.Helvetica);
  const bold = await whole.embedFont(StandardFonts.HelveticaBold);
  const pages = pagesOf(source, 0);
  for (const copy of ['Courier copy', 'Shipper copy']) {
    for (const [index, { size }] of pages.entries()) {
      const page = whole.addPage([...size]);
      await placePage(whole, page, source, index, { x: 0, y: 0, width: size[0], height: size[1] });
      page.drawText([name, copy, reprint].filter(Boolean).join(' - '), { x: 24, y: 10, size: 8, font });
      if (warning) page.drawText(warning, { x: 24, y: 42, size: 9, font: bold });
      if (index === pages.length - 1) page.drawText(signatures, { x: 24, y: 26, size: 9, font });
    }
  }
  whole.catalog.set(PDFName.of('OpenAction'), whole.context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  return whole.save();
}

const signatures = 'Shipper: ______________________      Rider: ______________________      Date, time: ______________';
