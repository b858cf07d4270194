import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { syncStoreNow } from '../store-sync/sync-store-now.ts';
import { askForPerson } from './ask-for-person.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { recordDecision, type Decided } from './record-decision.ts';
import { addHistory } from '../shipments/history.ts';
import { openNumbers } from '../shipments/late-consignments.ts';
import { courierOf } from '../shipments/shipment-state.ts';
import { lockShipment, storeOrdersOf } from '../shipments/find-shipments.ts';
import { reviveWithLate } from './revive-with-late.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** Makes a late consignment the booking of its (free) order. */
export async function keepLate(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<Decided> {
  const now = context.clock();
  const revived = await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    await takeLate(trx, locked, number, 'kept', now);
    const booked = await reviveWithLate(trx, locked, number, actor, now);
    await closeLateCase(trx, booked, now, actor.name);
    await recordDecision(trx, actor, booked, now, 'shipment.keep-late', { tracking_number: number });
    return booked;
  });
  const told = await syncStoreNow(context, actor.shopId, await storeOrdersOf(context, revived));
  return { shipment: revived, message: told ? 'Order has been booked and fulfilled' : 'Order has been booked.' };
}

/** Cancels a late consignment at the courier. */
export async function cancelLate(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<Decided> {
  const courier = courierOf(shipment);
  const account = await withShop(context.db, actor.shopId, async (trx) => {
    const open = await openNumbers(trx, shipment);
    if (!open.includes(number)) throw lateGone(number);
    return loadAccount(trx, actor.shopId, shipment.account_id);
  });
  if (!account) throw notFound('The courier account');
  if (!context.couriers[account.company].abilities.cancel)
    throw new AppError(
      'cannot-resolve',
      `${courier} has no cancel call: void ${number} in its portal, then dismiss this.`,
    );
  await askForPerson(courier, () =>
    callCourier(context, account, 'cancel', (at, access, call) => at.cancel(access, number, call)),
  );
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const locked = await lockShipment(trx, shipment);
    await takeLate(trx, locked, number, 'cancelled', now);
    await closeLateCase(trx, locked, now, actor.name);
    await addHistory(trx, locked, {
      at: now,
      who: actor.name,
      what: `Late consignment ${number} cancelled at ${courier}`,
    });
    await recordDecision(trx, actor, locked, now, 'shipment.cancel-late', { tracking_number: number });
  });
  return { shipment, message: `${number} is cancelled at ${courier}.` };
}

async function takeLate(
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
  if (taken.numUpdatedRows !== 1n) throw lateGone(number);
}

const lateGone = (number: string): AppError =>
  new AppError(
    'cannot-resolve',
    `${number} is not an open late consignment of this booking. Reload to see it as it is now.`,
  );

/** The case stays open while another number of it is undecided. */
async function closeLateCase(trx: Db, shipment: ShipmentRow, now: Date, who: string): Promise<void> {
  const left = await openNumbers(trx, shipment);
  if (left.length === 0) return closeCases(trx, shipment, ['late-consignment'], now, who);
  await openCase(trx, shipment, 'late-consignment', now, { tracking_numbers: left });
}
