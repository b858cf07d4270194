import { Company } from '@courierdesk/contract/companies';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount, type AccountRow } from '../courier-accounts/load-account.ts';
import { CourierError } from '../couriers/courier-error.ts';
import type { FoundConsignment } from '../couriers/courier.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';
import { addLateConsignment } from '../shipments/late-consignments.ts';
import { lookUpDelaysMs, watchIntervalMs, watchReleasedMs } from './look-up-schedule.ts';
import { closeUnbooked, recordAnswer } from './record-answer.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { syncShipmentNow } from '../store-sync/sync-shipment-now.ts';

const dayMs = 86_400_000;
const failedLookMs = 30_000;

/**
 * Step 6 of booking: looks at the courier for a consignment with our reference. An uncertain booking adopts it; an
 * attempt that was closed makes it a case. An empty look proves nothing, until the last one frees the order where the
 * courier's list can be trusted.
 */
export async function lookUpShipment(context: Context, shopId: string, shipmentId: string): Promise<void> {
  const loaded = await load(context, shopId, shipmentId);
  if (!loaded) return;
  const { shipment, account } = loaded;
  let found: FoundConsignment[];
  try {
    found = await callCourier(context, account, 'lookup', (courier, access, call) =>
      courier.findByReference(access, { reference: shipment.reference, claimedAt: shipment.claimed_at }, call),
    );
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    // A look-up that fails is no empty look-up: nothing was learnt.
    return retryLookUp(context, shipment);
  }
  const live = found.filter((one) => !one.cancelled && one.reference === shipment.reference);
  if (shipment.booking_state === 'uncertain') await resolveUncertain(context, shipment, live);
  else await watchReleased(context, shipment, live);
}

async function load(
  context: Context,
  shopId: string,
  shipmentId: string,
): Promise<{ shipment: ShipmentRow; account: AccountRow } | undefined> {
  return withShop(context.db, shopId, async (trx) => {
    const shipment = await trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', shipmentId)
      .where('next_look_up_at', 'is not', null)
      .executeTakeFirst();
    const account = shipment && (await loadAccount(trx, shopId, shipment.account_id));
    return account && { shipment, account };
  });
}

async function resolveUncertain(
  context: Context,
  shipment: ShipmentRow,
  live: readonly FoundConsignment[],
): Promise<void> {
  const free = await withoutLinkedNumbers(context, shipment, live);
  const ours = free.filter((one) => agrees(shipment, one));
  const [only] = ours;
  if (only && free.length === 1) return linkConsignment(context, shipment, only.trackingNumber);
  if (free.length > 0) return openTwoConsignments(context, shipment, free);
  return nothingFound(context, shipment);
}

/** COD and phone are compared where the courier shows them; a consignment from before the claim is not ours. */
function agrees(shipment: ShipmentRow, found: FoundConsignment): boolean {
  const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10);
  return (
    (found.cod === undefined || Math.round(found.cod) === Math.round(Number(shipment.cod))) &&
    (found.phone === undefined || found.phone === '' || digits(found.phone) === digits(shipment.consignee_phone)) &&
    // Some couriers give the day alone.
    (found.bookedAt === undefined || found.bookedAt.getTime() > shipment.claimed_at.getTime() - dayMs)
  );
}

async function withoutLinkedNumbers(
  context: Context,
  shipment: ShipmentRow,
  found: readonly FoundConsignment[],
): Promise<FoundConsignment[]> {
  if (found.length === 0) return [];
  const held = await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment')
      .select('tracking_number')
      .where('shop_id', '=', shipment.shop_id)
      .where('company', '=', shipment.company)
      .where(
        'tracking_number',
        'in',
        found.map((one) => one.trackingNumber),
      )
      .where('id', '<>', shipment.id)
      .execute(),
  );
  const numbers = new Set(held.map((row) => row.tracking_number));
  return found.filter((one) => !numbers.has(one.trackingNumber));
}

async function linkConsignment(context: Context, shipment: ShipmentRow, trackingNumber: string): Promise<void> {
  const { shipment: booked } = await recordAnswer(context, shipment, {
    kind: 'booked',
    trackingNumber,
    how: 'look-up',
  });
  if (booked.booking_state !== 'booked') return;
  await syncShipmentNow(context, booked);
}

async function openTwoConsignments(
  context: Context,
  shipment: ShipmentRow,
  found: readonly FoundConsignment[],
): Promise<void> {
  const now = context.clock();
  await changeUncertain(context, shipment, async (trx) => {
    await trx
      .updateTable('shipment')
      .set({ next_look_up_at: null })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .execute();
    await openCase(trx, shipment, 'two-consignments', now, {
      tracking_numbers: found.map((one) => one.trackingNumber),
    });
    await addHistory(trx, shipment, {
      at: now,
      who: 'Courierdesk',
      what: `The courier shows ${found.map((one) => one.trackingNumber).join(' and ')} for it; a person decides`,
    });
  });
}

async function nothingFound(context: Context, shipment: ShipmentRow): Promise<void> {
  const now = context.clock();
  const delays = lookUpDelaysMs(context.config);
  const lookUps = shipment.look_ups + 1;
  const next = delays[lookUps];
  const since = shipment.asked_at ?? shipment.claimed_at;
  const { lookup } = context.couriers[Company.parse(shipment.company)].abilities;
  await changeUncertain(context, shipment, async (trx) => {
    if (next === undefined && lookup === 'eventually') {
      const freed = await closeUnbooked(
        trx,
        shipment,
        'released',
        'the courier does not show it',
        now,
        new Date(now.getTime() + watchReleasedMs),
      );
      return addHistory(trx, freed, {
        at: now,
        who: 'Courierdesk',
        what: 'Not at the courier after the last look: the order is free again. We keep watching for 48 hours',
      });
    }
    const dueAt =
      next === undefined
        ? now.getTime() + (delays.at(-1) ?? watchIntervalMs)
        : Math.max(now.getTime() + 1_000, since.getTime() + next);
    const giveUp = now.getTime() - since.getTime() > watchReleasedMs;
    await trx
      .updateTable('shipment')
      .set({ look_ups: lookUps, next_look_up_at: giveUp ? null : new Date(dueAt) })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .execute();
  });
}

/** Runs a change under the row's lock, only while the booking is still the same uncertain attempt. */
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

async function watchReleased(
  context: Context,
  shipment: ShipmentRow,
  live: readonly FoundConsignment[],
): Promise<void> {
  const now = context.clock();
  const free = await withoutLinkedNumbers(context, shipment, live);
  await withShop(context.db, shipment.shop_id, async (trx) => {
    for (const one of free) await addLateConsignment(trx, shipment, one.trackingNumber, 'look-up', now);
    const over = !shipment.look_up_until || shipment.look_up_until <= now;
    await trx
      .updateTable('shipment')
      .set({ next_look_up_at: over ? null : new Date(now.getTime() + watchIntervalMs) })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', 'in', ['released', 'rejected'])
      .execute();
  });
}

/** While somebody waits for it, soon; what is only watched, as seldom as ever, and not beyond its time. */
async function retryLookUp(context: Context, shipment: ShipmentRow): Promise<void> {
  const now = context.clock();
  const since = shipment.asked_at ?? shipment.claimed_at;
  const until = shipment.look_up_until ?? new Date(since.getTime() + watchReleasedMs);
  const pauseMs = shipment.booking_state === 'uncertain' ? failedLookMs : watchIntervalMs;
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
