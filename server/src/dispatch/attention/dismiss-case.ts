import { AttentionKind } from '@courierdesk/contract/attention';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** A person has handled the case: closes it. */
export async function dismissCase(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  caseId: string,
): Promise<DecisionResult> {
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    const open = await trx
      .selectFrom('attention')
      .select('kind')
      .where('shop_id', '=', actor.shopId)
      .where('shipment_id', '=', shipment.id)
      .where('id', '=', caseId)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!open) throw new AppError('not-found', 'This case is already closed. Reload to see the open cases.');
    if (locked.booking_state === 'uncertain' && (open.kind === 'uncertain' || open.kind === 'two-consignments'))
      throw new AppError(
        'cannot-resolve',
        'Enter the tracking number or unlock the order: an uncertain booking cannot be dismissed.',
      );
    if (open.kind === 'cancel-unclear' && locked.booking_state === 'cancelling')
      throw new AppError(
        'cannot-resolve',
        'The booking is still being cancelled. Confirm the cancellation, or keep the booking.',
      );
    if (open.kind === 'late-consignment') {
      await trx
        .updateTable('late_consignment')
        .set({ state: 'dismissed', closed_at: now })
        .where('shop_id', '=', actor.shopId)
        .where('shipment_id', '=', shipment.id)
        .where('state', '=', 'open')
        .execute();
    }
    await closeCases(trx, locked, [AttentionKind.parse(open.kind)], now, actor.name);
    await recordDecision(trx, actor, locked, now, 'shipment.dismiss', { kind: open.kind });
  });
  return { shipment, message: 'Case dismissed.' };
}
