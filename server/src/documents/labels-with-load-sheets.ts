import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { loadSheetPdf } from './load-sheet-pdf.ts';
import type { SheetRow } from './load-sheet-queries.ts';
import { shopOf } from './queries.ts';

/** One PDF with the labels and then the load sheets. It opens the print dialog when it is opened. */
export async function* labelsWithLoadSheets(
  context: Context,
  shopId: string,
  labels: AsyncIterable<Uint8Array>,
  sheets: readonly SheetRow[],
): AsyncGenerator<Uint8Array> {
  const { time_zone: timeZone } = await withShop(context.db, shopId, (trx) => shopOf(trx, shopId));
  const chunks: Uint8Array[] = [];
  for await (const chunk of labels) chunks.push(chunk);
  const whole = await PDFDocument.load(Buffer.concat(chunks));
  for (const sheet of sheets) {
    const printed = { ...sheet, prints: sheet.prints + 1 };
    const pages = await PDFDocument.load(await loadSheetPdf(context, timeZone, printed));
    for (const page of await whole.copyPages(pages, pages.getPageIndices())) whole.addPage(page);
  }
  whole.catalog.set(PDFName.of('OpenAction'), whole.context.obj({ Type: 'Action', S: 'Named', N: 'Print' }));
  yield await whole.save();
}
