import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { syncShipmentNow } from '../../store/sync/sync-shipment-now.ts';
import { cancelAtCourier } from '../cancelling/cancel-at-courier.ts';
import { explainCourierErrors } from './explain-courier-errors.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';
import { openLateNumbers } from '../../shipments/record/late-consignments.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { reopenBooking } from './reopen-booking.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** Makes a late consignment the booking of its order, if the order is free. */
export async function keepLateConsignment(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<DecisionResult> {
  const now = context.clock();
  const revived = await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    await closeLateConsignment(trx, locked, number, 'kept', now);
    const booked = await reopenBooking(trx, context, locked, number, now);
    await updateLateCase(trx, booked, now, actor.name);
    await recordDecision(trx, actor, booked, now, 'shipment.keep-late', { tracking_number: number });
    return booked;
  });
  const isSynced = await syncShipmentNow(context, revived);
  return { shipment: revived, message: isSynced ? 'Order has been booked and fulfilled' : 'Order has been booked.' };
}

/** Cancels a late consignment at the courier. */
export async function cancelLateConsignment(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<DecisionResult> {
  const courier = courierName(shipment.company);
  const account = await withShop(context.db, actor.shopId, async (trx) => {
    const open = await openLateNumbers(trx, shipment);
    if (!open.includes(number)) throw lateNotOpen(number);
    return loadAccount(trx, actor.shopId, shipment.account_id);
  });
  if (!account) throw notFound('The courier account');
  if (!context.couriers[account.company].abilities.cancel)
    throw new AppError(
      'cannot-resolve',
      `${courier} cannot cancel here. Void ${number} in its portal, then dismiss this case.`,
    );
  await explainCourierErrors(courier, async () => {
    // The answer to an earlier call may be lost.
    const answer = await cancelAtCourier(context, account, number, { isFirstCall: false, caller: 'person' });
    if (answer.kind !== 'cancelled') throw answer.error;
  });
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    await closeLateConsignment(trx, locked, number, 'cancelled', now);
    await updateLateCase(trx, locked, now, actor.name);
    await recordDecision(trx, actor, locked, now, 'shipment.cancel-late', { tracking_number: number });
  });
  return { shipment, message: `${number} is cancelled at ${courier}.` };
}

async function closeLateConsignment(
  trx: Db,
  shipment: ShipmentRow,
  number: string,
  state: 'kept' | 'cancelled',
  now: Date,
): Promise<void> {
  const taken = await trx
    .updateTable('late_consignment')
    .set({ state, closed_at: now })
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('tracking_number', '=', number)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) throw lateNotOpen(number);
}

const lateNotOpen = (number: string): AppError =>
  new AppError('cannot-resolve', `${number} was already decided. Reload to see the result.`);

/** Closes the case after its last number is decided. */
async function updateLateCase(trx: Db, shipment: ShipmentRow, now: Date, who: string): Promise<void> {
  const left = await openLateNumbers(trx, shipment);
  if (left.length === 0) return closeCases(trx, shipment, ['late-consignment'], now, who);
  await openCase(trx, shipment, 'late-consignment', now, { tracking_numbers: left });
}
