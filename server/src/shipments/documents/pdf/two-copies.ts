import { breakTextIntoLines, PDFDocument, PDFName, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import { openPdf, pagesOf, placePage } from './courier-pages.ts';

const margin = 24;
const lineHeight = 12;

type LoadSheetOfCourier = {
  readonly bytes: Uint8Array;
  /** Our number and the like, before the copy's name. */
  readonly foot: readonly [name: string, reprint: string];
  /** What the rider should know, or empty. */
  readonly warning: string;
};

/**
 * Makes two copies of a courier's load sheet and prints our number and the copy's name at the bottom. A warning makes the
 * courier's page smaller, so that it covers nothing of it. Returns undefined if the PDF cannot be read.
 */
export async function duplicateLoadSheet({
  bytes,
  foot: [name, reprint],
  warning,
}: LoadSheetOfCourier): Promise<Uint8Array | undefined> {
  const source = await openPdf(bytes);
  if (!source) return undefined;
  const whole = await PDFDocument.create();
  const font = await whole.embedFont(StandardFonts.Helvetica);
  const bold = await whole.embedFont(StandardFonts.HelveticaBold);
  const pages = pagesOf(source, 0);
  for (const copy of ['Courier copy', 'Shipper copy']) {
    for (const { index, size } of pages) {
      const page = whole.addPage([...size]);
      const lines = warning === '' ? [] : linesOf(warning, size[0] - 2 * margin, bold);
      const scale = 1 - (lines.length * lineHeight) / size[1];
      const [width, height] = [size[0] * scale, size[1] * scale];
      await placePage(whole, page, source, index, { x: (size[0] - width) / 2, y: 0, width, height });
      page.drawText([name, copy, reprint].filter(Boolean).join(' - '), { x: margin, y: 10, size: 8, font });
      if (index === pages.at(-1)?.index) page.drawText(signatures, { x: margin, y: 26, size: 9, font });
      for (const [above, line] of lines.toReversed().entries())
        page.drawText(line, { x: margin, y: 36 + above * lineHeight, size: 9, font: bold });
    }
  }
  whole.catalog.set(PDFName.of('OpenAction'), whole.context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  return whole.save();
}

const linesOf = (text: string, width: number, font: PDFFont): string[] =>
  breakTextIntoLines(text, [' '], width, (part) => font.widthOfTextAtSize(part, 9));

const signatures = 'Shipper: ______________________      Rider: ______________________      Date, time: ______________';
