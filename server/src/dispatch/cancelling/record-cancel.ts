import { courierName, isCompany } from '@courierdesk/contract/companies';
import { isCancellable } from '@courierdesk/contract/statuses';
import type { Context } from '../../base/context.ts';
import { type CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requestCustomerMails } from '../../shipments/customer-mails/request-customer-mails.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { closeCases, openCase, settledByEnd } from '../../shipments/record/cases.ts';
import { lockShipment, storeOrderIdsOf } from '../../shipments/record/find-shipments.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { releaseOrders } from '../../shipments/record/release-orders.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { stateOf } from '../../shipments/record/shipment-state.ts';
import { requestFulfilled, requestUnfulfilled } from '../../store/sync/request-fulfilment.ts';
import { nextTrackAt } from '../tracking/tracking-schedule.ts';

const retryMs = [20_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const triesBeforeCase = 3;
/** Tries of the first day: after that, a person decides. */
export const cancelTriesOfADay = 28;

/** How a cancel ended at the courier. */
type CancelledWhere =
  | 'at-courier'
  /** The courier has no cancel call (M&P): a person must void the number in its portal. */
  | 'void-needed'
  /** A company that we do not book with: the shop cancels there itself. */
  | 'not-connected';

export function whereCancelled({ couriers }: Pick<Context, 'couriers'>, { company }: ShipmentRow): CancelledWhere {
  if (!isCompany(company)) return 'not-connected';
  return couriers[company].abilities.cancel ? 'at-courier' : 'void-needed';
}

export type Cancelled = { readonly shipment: ShipmentRow; readonly orderIds: readonly string[] };

/**
 * The shipment is cancelled: frees the orders and requests their unfulfilment in the store. If someone decided to keep the
 * booking while the courier was asked, its confirmation still counts, and a case tells them.
 */
export async function recordCancelled(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  { courierConfirmed }: { readonly courierConfirmed: boolean },
): Promise<Cancelled> {
  const now = context.clock();
  const who = shipment.cancelled_by ?? 'Courierdesk';
  const where = whereCancelled(context, shipment);
  const locked = await lockShipment(trx, shipment);
  const orderIds = await storeOrderIdsOf(trx, locked);
  const wasKept = locked.booking_state === 'booked' && isCancellable(stateOf(locked));
  if (locked.booking_state !== 'cancelling' && !(wasKept && courierConfirmed)) return { shipment: locked, orderIds };
  const cancelled = await markCancelled(trx, locked, where === 'void-needed', now);
  await releaseOrders(trx, cancelled);
  await requestUnfulfilled(trx, cancelled, { jobs: context.jobs, now, by: 'request' });
  await closeCases(trx, cancelled, settledByEnd, now, who);
  if (where === 'void-needed') await openCase(trx, cancelled, 'void-at-courier', now);
  if (wasKept)
    await openCase(trx, cancelled, 'cancelled-by-courier', now, {
      message: 'it confirmed the cancellation after someone had decided to keep the booking',
    });
  await recordShipmentChange(trx, cancelled, {
    ...{ at: now, who, what: historyWords[where](courierName(shipment.company)) },
    action: 'shipment.cancelled',
  });
  return { shipment: cancelled, orderIds };
}

const historyWords: Record<CancelledWhere, (courier: string) => string> = {
  'at-courier': (courier) => `Cancelled at ${courier}`,
  'void-needed': (courier) => `Cancelled here; ${courier} still holds the number`,
  'not-connected': (courier) => `Cancelled here; ${courier} was not asked`,
};

function markCancelled(trx: Db, shipment: ShipmentRow, voidNeeded: boolean, now: Date): Promise<ShipmentRow> {
  const change = { status: 'CANCELLED', cancelled_at: now, courier_live: voidNeeded };
  // Triggers: update_void_needed flags the store order while M&P still has the number, update_days_taken sets the days, and
  // settle_batch_row gives a batch row of this shipment the outcome.
  return changeShipment(trx, shipment, {
    ...change,
    booking_state: 'booked',
    status_at: now,
    final: !voidNeeded,
    cancel_courier_done: true,
    cancel_next_at: null,
    next_track_at: nextTrackAt({ ...shipment, ...change }, now),
  });
}

/** The courier refused, or our request did not go through: the shipment stays booked. `opensCase` asks a person to look. */
export async function recordNotCancelled(
  context: Context,
  shipment: ShipmentRow,
  error: CourierError,
  { opensCase = false }: { readonly opensCase?: boolean } = {},
): Promise<void> {
  const now = context.clock();
  const words = wordsOf(error);
  await withShop(context.db, shipment.shop_id, async (trx) => {
    const booked = await endCancel(trx, context, shipment, now, 'Courierdesk');
    if (!booked) return;
    if (opensCase) await openCase(trx, booked, 'cancel-refused', now, { message: words });
    const courier = courierName(shipment.company);
    await recordShipmentChange(trx, booked, {
      at: now,
      ...(error.kind === 'rejected'
        ? { who: courier, what: `Cancel refused: ${words}`, action: 'shipment.cancel-refused' }
        : { who: 'Courierdesk', what: notGoneThrough(courier, words), action: 'shipment.not-cancelled' }),
    });
  });
}

const notGoneThrough = (courier: string, words: string): string =>
  `Not cancelled: the request to ${courier} did not go through (${words})`;

/** The shipment stays booked. Returns nothing if this attempt to cancel has ended already. */
export async function endCancel(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shipment: ShipmentRow,
  now: Date,
  who: string,
): Promise<ShipmentRow | undefined> {
  // Trigger settle_batch_row: a batch row of this shipment gets the outcome in this transaction.
  const booked = await unlessEnded(trx, shipment)
    .set({
      ...{ booking_state: 'booked', cancel_next_at: null, cancel_when_found: false, cancelled_by: null },
      // Its status stood still while it was being cancelled.
      next_track_at: shipment.next_track_at && now,
    })
    .returningAll()
    .executeTakeFirst();
  if (!booked) return undefined;
  // A booking to cancel when found is not fulfilled in the store yet, and its customer has no tracking link.
  if (shipment.cancel_when_found) {
    await requestFulfilled(trx, booked, { jobs: context.jobs, now });
    await requestCustomerMails(trx, context, booked.shop_id, [{ shipmentId: booked.id, kind: 'booked' }], now);
  }
  await closeCases(trx, booked, ['cancel-unclear'], now, who);
  return booked;
}

/** The outcome is unknown: a job tries again later. From the third try on, a case asks a person to look. */
export async function recordUnclear(context: Context, shipment: ShipmentRow, words: string): Promise<ShipmentRow> {
  const now = context.clock();
  const pauseMs = retryMs[Math.min(shipment.cancel_tries, retryMs.length) - 1] ?? 60_000;
  const nextAt = new Date(now.getTime() + pauseMs);
  const postponed = await withShop(context.db, shipment.shop_id, async (trx) => {
    const row = await unlessEnded(trx, shipment).set({ cancel_next_at: nextAt }).returningAll().executeTakeFirst();
    if (!row) return undefined;
    await context.jobs.request(trx, 'cancels', { shopId: row.shop_id, key: row.id, at: nextAt });
    if (row.cancel_tries >= triesBeforeCase) await openCase(trx, row, 'cancel-unclear', now, { message: words });
    return row;
  });
  return postponed ?? shipment;
}

/** Updates the shipment, unless this attempt to cancel it has ended. */
const unlessEnded = (trx: Db, shipment: ShipmentRow) =>
  trx
    .updateTable('shipment')
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .where('booking_state', '=', 'cancelling')
    .where('cancel_attempt_id', '=', shipment.cancel_attempt_id);
