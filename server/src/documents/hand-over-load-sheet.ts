import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { withShop } from '../db/tenancy.ts';
import { sheetById, shipmentsOnSheet, type SheetRow } from './load-sheet-queries.ts';

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
    const changed = await trx
      .updateTable('load_sheet')
      .set({ handed_over_at: handedOver ? now : null, handed_over_by: handedOver ? actor.name : '' })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .where('handed_over_at', handedOver ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!changed) return before;
    const shipments = await shipmentsOnSheet(trx, actor.shopId, id);
    const what = handedOver
      ? `Handed over to the rider with load sheet ${before.number}`
      : `Handover undone (load sheet ${before.number})`;
    await trx
      .insertInto('shipment_history')
      .values(
        shipments.map((shipment) => ({
          shop_id: actor.shopId,
          shipment_id: shipment.id,
          id: newId(now),
          at: now,
          who: actor.name,
          what,
        })),
      )
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: handedOver ? 'load-sheet.handed-over' : 'load-sheet.taken-back',
      subjectKind: 'load_sheet',
      subjectId: id,
      label: `load sheet ${before.number}`,
      detail: { number: before.number, parcels: before.parcels },
    });
    return { ...changed, account_name: before.account_name };
  });
}
