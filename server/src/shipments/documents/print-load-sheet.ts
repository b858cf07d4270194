import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { writeFile } from '../../base/files/write-file.ts';
import { loadSheetPdf } from './load-sheet-pdf.ts';
import { emptySheet, sheetById, type SheetRow } from './load-sheet-queries.ts';

const keptMs = 3_600_000;

/** Prints two copies and counts the print. From the second print on, the PDF is marked as a re-print. */
export async function printLoadSheet(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<{ ticket: string; sheet: SheetRow }> {
  const sheet = await withShop(context.db, actor.shopId, async (trx) => {
    const { parcels } = await sheetById(trx, actor.shopId, id);
    if (parcels === 0) throw emptySheet();
    const now = context.clock();
    await trx
      .updateTable('load_sheet')
      .set({ prints: sql<number>`prints + 1`, last_printed_at: now })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .execute();
    const printed = await sheetById(trx, actor.shopId, id);
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'load-sheet.printed',
      subjectKind: 'load_sheet',
      subjectId: id,
      label: `load sheet ${printed.number}`,
      detail: { number: printed.number, times: printed.prints },
    });
    return printed;
  });
  const fileId = await writeFile(
    context,
    {
      shopId: actor.shopId,
      name: `load-sheet-${sheet.number}.pdf`,
      contentType: 'application/pdf',
      expiresAt: new Date(context.clock().getTime() + keptMs),
    },
    [await loadSheetPdf(context, actor.shop.timeZone, sheet)],
  );
  const ticket = await withShop(context.db, actor.shopId, (trx) =>
    createTicket(trx, actor.shopId, fileId, context.clock()),
  );
  return { ticket, sheet };
}
