import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { writeFile } from '../../base/files/write-file.ts';
import { loadSheetPdf } from './load-sheet-pdf.ts';
import { emptySheet, sheetById, type SheetRow } from './load-sheet-queries.ts';

const keptMs = 3_600_000;

/**
 * Prints two copies. From the second print on, the PDF is marked as a re-print. Like a print of labels, it counts when its
 * file is fetched.
 */
export async function printLoadSheet(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<{ ticket: string; sheet: SheetRow }> {
  const sheet = await withShop(context.db, actor.shopId, (trx) => sheetById(trx, actor.shopId, id));
  if (sheet.parcels === 0) throw emptySheet();
  const pdf = await loadSheetPdf(context, actor.shop.timeZone, sheet);
  const now = context.clock();
  const fileId = await writeFile(
    context,
    {
      shopId: actor.shopId,
      name: `load-sheet-${sheet.number}.pdf`,
      contentType: 'application/pdf',
      expiresAt: new Date(now.getTime() + keptMs),
    },
    [pdf],
  );
  return withShop(context.db, actor.shopId, async (trx) => {
    await trx
      .insertInto('label_print')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        kind: 'airway-bill',
        size: 'a4-1',
        with_load_sheets: true,
        load_sheet_ids: [id],
        // No labels.
        shipment_ids: [],
        total: 0,
        state: 'done',
        notes: '[]',
        file_id: fileId,
        asked_by: actor.name,
        asked_by_user_id: actor.userId,
        created_at: now,
      })
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'load-sheet.printed',
      subjectKind: 'load_sheet',
      subjectId: id,
      label: `load sheet ${sheet.number}`,
      detail: { number: sheet.number, times: sheet.prints + 1 },
    });
    return {
      ticket: await createTicket(trx, actor.shopId, fileId, now),
      sheet: await sheetById(trx, actor.shopId, id),
    };
  });
}
