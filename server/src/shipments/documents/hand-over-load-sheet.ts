import { Company, companyName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { addHistoryEntries } from '../record/history.ts';
import { emptySheet, sheetById, shipmentsOnSheet, type SheetRow } from './load-sheet-queries.ts';

/** Marks a load sheet as handed over to the rider, or undoes that. Repeating a call changes nothing. */
export async function handOverLoadSheet(
  context: Context,
  actor: UserActor,
  id: string,
  handedOver: boolean,
): Promise<SheetRow> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const before = await sheetById(trx, actor.shopId, id);
    if (handedOver && !before.handed_over_at) refuseWithoutPaper(before);
    const changed = await trx
      .updateTable('load_sheet')
      .set({ handed_over_at: handedOver ? now : null, handed_over_by: handedOver ? actor.name : '' })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .where('handed_over_at', handedOver ? 'is' : 'is not', null)
      .where('state', '<>', 'asking')
      .returning('id')
      .executeTakeFirst();
    if (!changed) return before;
    const shipments = await shipmentsOnSheet(trx, actor.shopId, id);
    const what = handedOver
      ? `Handed over to the rider with load sheet ${before.number}`
      : `Handover undone (load sheet ${before.number})`;
    await addHistoryEntries(
      trx,
      actor.shopId,
      shipments.map((shipment) => ({ shipmentId: shipment.id, at: now, who: actor.name, what })),
    );
    await recordAuditEvent(trx, actor, {
      at: now,
      action: handedOver ? 'load-sheet.handed-over' : 'load-sheet.taken-back',
      subjectKind: 'load_sheet',
      subjectId: id,
      label: `load sheet ${before.number}`,
      detail: { number: before.number, parcels: before.parcels },
    });
    return sheetById(trx, actor.shopId, id);
  });
}

function refuseWithoutPaper({ state, parcels, company }: SheetRow): void {
  if (state === 'asking') {
    const courier = companyName[Company.parse(company)];
    throw new AppError('cannot-print', `${courier} has not answered yet. Hand it over when the load sheet is ready.`);
  }
  if (parcels === 0) throw emptySheet();
}
