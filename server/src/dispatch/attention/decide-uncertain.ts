import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';
import { watchReleasedMs } from '../booking/look-up-schedule.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { closeUnbooked } from '../booking/close-unbooked.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** A person says that the courier has no consignment: frees the store order, and keeps looking for the reference. */
export async function releaseUncertain(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
): Promise<DecisionResult> {
  const now = context.clock();
  const released = await changeUncertain(context, shipment, async (trx, locked) => {
    const watchUntil = new Date(now.getTime() + watchReleasedMs);
    const words = 'released by a person';
    const closed = await closeUnbooked(trx, locked, { state: 'released', words, watchUntil }, now, context);
    await recordDecision(trx, actor, closed, now, 'shipment.release');
    return closed;
  });
  return {
    shipment: released,
    message: `${released.order_name} is free to book again. We’ll keep checking ${courierName(released.company)} for 48 hours.`,
  };
}

/** Sets whether the booking is cancelled at the courier when it is found. */
export async function setCancelWhenFound(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  wanted: boolean,
): Promise<DecisionResult> {
  const now = context.clock();
  const changed = await changeUncertain(context, shipment, async (trx, locked) => {
    await recordDecision(trx, actor, locked, now, 'shipment.cancel-when-found', { wanted });
    return changeShipment(trx, locked, { cancel_when_found: wanted, cancelled_by: wanted ? actor.name : null });
  });
  return {
    shipment: changed,
    message: wanted ? 'The booking will be cancelled when it is found.' : 'The booking will be kept when it is found.',
  };
}

async function changeUncertain(
  context: Context,
  shipment: ShipmentRow,
  change: (trx: Db, locked: ShipmentRow) => Promise<ShipmentRow>,
): Promise<ShipmentRow> {
  return withShop(context.db, shipment.shop_id, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    if (locked.booking_state !== 'uncertain')
      throw new AppError('cannot-resolve', 'This booking is already settled. Reload to see the result.');
    return change(trx, locked);
  });
}
