import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import { updateStoreAfterCancel } from '../cancelling/cancel-shipment.ts';
import { endCancel, recordCancelled } from '../cancelling/record-cancel.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';

/** The courier does not say whether it cancelled, but its portal shows that it did: frees the order. */
export async function confirmCancelled(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
): Promise<DecisionResult> {
  const recorded = await withShop(context.db, shipment.shop_id, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    refuseUnlessCancelling(locked);
    await recordDecision(trx, actor, locked, context.clock(), 'shipment.confirm-cancelled');
    return recordCancelled(trx, context, locked, { courierConfirmed: false });
  });
  const { shipment: cancelled, message } = await updateStoreAfterCancel(context, recorded);
  return { shipment: cancelled, message };
}

/** The courier's portal shows that the booking was not cancelled: it stays booked, and we track it again. */
export async function keepBooking(context: Context, actor: UserActor, shipment: ShipmentRow): Promise<DecisionResult> {
  const now = context.clock();
  const kept = await withShop(context.db, shipment.shop_id, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    refuseUnlessCancelling(locked);
    const booked = await endCancel(trx, context, locked, now, actor.name);
    if (!booked) throw settled();
    await recordDecision(trx, actor, booked, now, 'shipment.keep-booking');
    return booked;
  });
  return { shipment: kept, message: `${kept.order_name} stays booked with ${courierName(kept.company)}.` };
}

function refuseUnlessCancelling(shipment: ShipmentRow): void {
  if (shipment.booking_state !== 'cancelling') throw settled();
}

const settled = (): AppError =>
  new AppError('cannot-resolve', 'This cancellation is already settled. Reload to see the result.');
