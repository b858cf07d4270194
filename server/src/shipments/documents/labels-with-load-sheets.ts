import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { draw } from './draw.ts';
import { loadSheetPdf } from './load-sheet-pdf.ts';
import type { SheetRow } from './load-sheet-queries.ts';
import { shopOf } from './queries.ts';

/** One PDF with the labels and then the load sheets. */
export async function labelsWithLoadSheets(
  context: Context,
  shopId: string,
  labels: Uint8Array,
  sheets: readonly SheetRow[],
): Promise<Uint8Array> {
  const { time_zone: timeZone } = await withShop(context.db, shopId, (trx) => shopOf(trx, shopId));
  const pdfs: Uint8Array[] = [];
  for (const sheet of sheets) pdfs.push(await loadSheetPdf(context, timeZone, sheet));
  return draw(context, shopId, 'appendPages', [labels, ...pdfs]);
}
