import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { requestProgress } from '../../store/sync/request-progress.ts';
import { formatRupees } from '@courierdesk/contract/money';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { closeCases, contradictionOf, openCase, settledByArrival } from '../../shipments/record/cases.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { canReceiveReturn } from '../../shipments/record/shipment-state.ts';

/**
 * A person has the parcel back: the shipment ends as returned, and its orders can be booked again. Also one that counted as
 * delivered or cancelled, if the courier said otherwise since.
 */
export async function receiveReturn(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
): Promise<DecisionResult> {
  const now = context.clock();
  const received = await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    const contradiction = await contradictionOf(trx, locked);
    if (!canReceiveReturn(locked) && !contradiction)
      throw new AppError('cannot-resolve', 'Only a parcel on its way back can be marked as received.');
    // Trigger update_days_taken: sets the days from booking to return.
    const row = await changeShipment(trx, locked, {
      ...{ status: 'RTS', final: true, courier_live: false, delivered_at: null, cancelled_at: null },
      ...{ status_at: now, next_track_at: null },
    });
    const event = { status: 'FAILURE', at: now, message: 'Return received' } as const;
    const request = { jobs: context.jobs, now };
    await requestProgress(trx, actor.shopId, [{ shipmentId: row.id, status: 'RTS', event }], request);
    await closeCases(trx, row, [...settledByArrival, 'other-cod-at-courier'], now, actor.name);
    if (row.payment_status === 'PAID' && Number(row.cod) > 0)
      await openCase(trx, row, 'returned-after-paid', now, { message: formatRupees(row.cod) });
    await recordDecision(trx, actor, row, now, 'shipment.return-received');
    return row;
  });
  return { shipment: received, message: 'Return marked as received. The order can be booked again.' };
}
