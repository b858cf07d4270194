import { formatRupees, rupeesToMoney } from '@courierdesk/contract/money';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { collectsCod } from '../../shipments/record/shipment-state.ts';
import { readCaseDetail } from './describe-case.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';

/**
 * The amount that the courier has is right: it counts as what is to be collected, or was, also for a parcel that was prepaid. `cod`:
 * as the person saw it, in whole rupees.
 */
export async function takeCod(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  cod: number,
): Promise<DecisionResult> {
  const now = context.clock();
  const changed = await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    const open = await trx
      .selectFrom('attention')
      .select('detail')
      .where('shop_id', '=', actor.shopId)
      .where('shipment_id', '=', locked.id)
      .where('kind', '=', 'other-cod-at-courier')
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!open || !collectsCod(locked) || readCaseDetail(open.detail).cod !== cod)
      throw new AppError('cannot-resolve', 'The courier no longer has this amount. Reload to see the open cases.');
    const row = await changeShipment(trx, locked, {
      cod: rupeesToMoney(cod),
      ...(Number(locked.cod) === 0 && { payment_status: 'UNPAID' }),
    });
    await closeCases(trx, row, ['other-cod-at-courier'], now, actor.name);
    await recordDecision(trx, actor, row, now, 'shipment.cod-taken', { was: locked.cod, now: row.cod });
    return row;
  });
  return { shipment: changed, message: `The COD of ${changed.order_name} is ${formatRupees(cod)} now.` };
}
