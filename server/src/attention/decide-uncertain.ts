import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { recordDecision, type Decision } from './record-decision.ts';
import { addHistory } from '../shipments/history.ts';
import { watchReleasedMs } from '../booking/look-up-schedule.ts';
import { lockShipment } from '../shipments/find-shipments.ts';
import { closeUnbooked } from '../booking/record-answer.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** "There is no consignment": the store order is free, the reference is watched. */
export async function releaseUncertain(context: Context, actor: UserActor, shipment: ShipmentRow): Promise<Decision> {
  const now = context.clock();
  const released = await whileUncertain(context, shipment, async (trx, locked) => {
    const watchUntil = new Date(now.getTime() + watchReleasedMs);
    const words = 'released by a person';
    const freed = await closeUnbooked(trx, locked, { state: 'released', words, watchUntil }, now);
    await addHistory(trx, freed, { at: now, who: actor.name, what: 'Released: there is no consignment' });
    await recordDecision(trx, actor, freed, now, 'shipment.release');
    return freed;
  });
  return {
    shipment: released,
    message: `${released.order_name} is free to book again. We keep watching ${courierName(released.company)} for 48 hours.`,
  };
}

/** Cancelled at the courier as soon as it is found, or not after all. */
export async function cancelWhenFound(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  wanted: boolean,
): Promise<Decision> {
  const now = context.clock();
  const changed = await whileUncertain(context, shipment, async (trx, locked) => {
    await addHistory(trx, locked, {
      at: now,
      who: actor.name,
      what: wanted ? 'To be cancelled as soon as it is found' : 'No longer to be cancelled when found',
    });
    await recordDecision(trx, actor, locked, now, 'shipment.cancel-when-found', { wanted });
    return trx
      .updateTable('shipment')
      .set({ cancel_when_found: wanted, cancelled_by: wanted ? actor.name : null })
      .where('shop_id', '=', locked.shop_id)
      .where('id', '=', locked.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return {
    shipment: changed,
    message: wanted ? 'It will be cancelled as soon as it is found.' : 'It will be kept when it is found.',
  };
}

async function whileUncertain(
  context: Context,
  shipment: ShipmentRow,
  change: (trx: Db, locked: ShipmentRow) => Promise<ShipmentRow>,
): Promise<ShipmentRow> {
  return withShop(context.db, shipment.shop_id, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    if (locked.booking_state !== 'uncertain')
      throw new AppError('cannot-resolve', 'This booking is not uncertain any more. Reload to see what became of it.');
    return change(trx, locked);
  });
}
