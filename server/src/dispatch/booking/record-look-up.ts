import { Company, courierName } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import type { FoundConsignment } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { openCase } from '../../shipments/record/cases.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { addLateConsignment } from '../../shipments/record/late-consignments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { lookUpDelaysMs, watchIntervalMs, watchReleasedMs } from './look-up-schedule.ts';
import { closeUnbooked } from './close-unbooked.ts';

const retryMs = 30_000;

/** We cannot tell which consignment is the booking: opens a case and stops looking. `why` is for a single one. */
export async function recordSeveralFound(
  context: Context,
  shipment: ShipmentRow,
  found: readonly FoundConsignment[],
  why: string,
): Promise<void> {
  const now = context.clock();
  const numbers = found.map((one) => one.trackingNumber);
  await changeUncertain(context, shipment, async (trx) => {
    await changeShipment(trx, shipment, { next_look_up_at: null });
    await openCase(trx, shipment, 'two-consignments', now, { tracking_numbers: numbers, message: why });
    await recordShipmentChange(trx, shipment, {
      at: now,
      action: 'shipment.several-found',
      who: 'Courierdesk',
      what: `The courier shows ${numbers.join(' and ')} for this booking. Someone has to choose`,
    });
  });
}

/**
 * Looks again later. After the last look-up, releases the order if the courier's list is complete (not TCS) and of the account
 * that the booking was sent with: another token of PostEx may list the parcels of another merchant.
 */
export async function recordNothingFound(context: Context, shipment: ShipmentRow, account: AccountRow): Promise<void> {
  const now = context.clock();
  const delays = lookUpDelaysMs(context.config);
  const lookUps = shipment.look_ups + 1;
  const nextDelay = delays[lookUps];
  const { lookup } = context.couriers[Company.parse(shipment.company)].abilities;
  const isSameAccount = shipment.account_version === null || shipment.account_version === account.version;
  await changeUncertain(context, shipment, async (trx) => {
    if (nextDelay === undefined && lookup === 'eventually') {
      if (isSameAccount) return releaseNotFound(trx, context, shipment, now);
      await openCase(trx, shipment, 'uncertain', now, { message: accountChanged(shipment) });
    }
    const askedAt = askedAtOf(shipment);
    const dueAt =
      nextDelay === undefined
        ? now.getTime() + (delays.at(-1) ?? watchIntervalMs)
        : Math.max(now.getTime() + 1_000, askedAt.getTime() + nextDelay);
    const isOver = now.getTime() - askedAt.getTime() > watchReleasedMs;
    await changeShipment(trx, shipment, { look_ups: lookUps, next_look_up_at: isOver ? null : new Date(dueAt) });
  });
}

const accountChanged = ({ company }: ShipmentRow): string =>
  `Its courier account was changed since, so ${courierName(company)} may not show us the parcel. Look with the earlier credentials too`;

async function releaseNotFound(trx: Db, context: Context, shipment: ShipmentRow, now: Date): Promise<void> {
  const watchUntil = new Date(now.getTime() + watchReleasedMs);
  const words = 'the courier does not show it';
  const released = await closeUnbooked(trx, shipment, { state: 'released', words, watchUntil }, now, context);
  await recordShipmentChange(trx, released, {
    at: now,
    action: 'shipment.not-found',
    who: 'Courierdesk',
    what: 'Not found at the courier: the order is free to book again. We keep looking for 48 hours',
  });
}

/** A released or rejected booking: each consignment opens a case. Looks again until the watch ends. */
export async function recordWatched(
  context: Context,
  shipment: ShipmentRow,
  found: readonly FoundConsignment[],
): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shipment.shop_id, async (trx) => {
    for (const one of found) await addLateConsignment(trx, shipment, one.trackingNumber, 'look-up', now);
    const isOver = !shipment.look_up_until || shipment.look_up_until <= now;
    await trx
      .updateTable('shipment')
      .set({ next_look_up_at: isOver ? null : new Date(now.getTime() + watchIntervalMs) })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', 'in', ['released', 'rejected'])
      .execute();
  });
}

/** The courier did not answer the look-up, which proves nothing. Tries again: soon for an uncertain booking, else hourly. */
export async function recordFailedLookUp(context: Context, shipment: ShipmentRow): Promise<void> {
  const now = context.clock();
  const until = shipment.look_up_until ?? new Date(askedAtOf(shipment).getTime() + watchReleasedMs);
  const pauseMs = shipment.booking_state === 'uncertain' ? retryMs : watchIntervalMs;
  await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .updateTable('shipment')
      .set({ next_look_up_at: until <= now ? null : new Date(now.getTime() + pauseMs) })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('attempt_id', '=', shipment.attempt_id)
      .where('next_look_up_at', 'is not', null)
      .execute(),
  );
}

const askedAtOf = (shipment: ShipmentRow): Date => shipment.asked_at ?? shipment.claimed_at;

/** Makes a change under the lock of the row, if the booking is still the same uncertain attempt. */
async function changeUncertain(
  context: Context,
  shipment: ShipmentRow,
  change: (trx: Db) => Promise<void>,
): Promise<void> {
  await withShop(context.db, shipment.shop_id, async (trx) => {
    const same = await trx
      .selectFrom('shipment')
      .select('id')
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', '=', 'uncertain')
      .where('attempt_id', '=', shipment.attempt_id)
      .forUpdate()
      .executeTakeFirst();
    if (same) await change(trx);
  });
}
