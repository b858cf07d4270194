import { courierName, isCompany } from '@courierdesk/contract/companies';
import { canCancel, ShipmentStatus, BookingState } from '@courierdesk/contract/statuses';
import type { Actor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount, type AccountRow } from '../courier-accounts/load-account.ts';
import { CourierError, wordsOf } from '../couriers/courier-error.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { syncStoreNow } from '../store-sync/sync-store-now.ts';
import { requestFulfilled, requestUnfulfilled } from '../store-sync/request-fulfilment.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';
import { releaseOrders } from '../shipments/release-orders.ts';
import { shipmentById } from '../shipments/find-shipments.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { trackNextAt } from '../tracking/tracking-schedule.ts';

export type Cancelled = { readonly shipment: ShipmentRow; readonly message: string; readonly underWay: boolean };

const doneText = 'Order has been cancelled from courier and unfulfilled from shopify';
/** A request works on a cancel for this long before the sweep may take it up. */
const leaseMs = 90_000;
const retryMs = [20_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const triesBeforeAttention = 3;

/** Cancels a booking: the courier first, then the store. Each step is remembered, so that a killed process resumes. */
export function cancelShipment(context: Context, actor: Actor, trackingNumber: string): Promise<Cancelled> {
  return begin(context, actor, `A shipment with the number ${trackingNumber}`, (trx) =>
    trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('tracking_number', '=', trackingNumber)
      .orderBy('booked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** The same, where numbers of several companies might be alike. */
export function cancelShipmentById(context: Context, actor: Actor, id: string): Promise<Cancelled> {
  return begin(context, actor, 'The shipment', (trx) =>
    trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .where('tracking_number', 'is not', null)
      .forUpdate()
      .executeTakeFirst(),
  );
}

async function begin(
  context: Context,
  actor: Actor,
  what: string,
  find: (trx: Db) => Promise<ShipmentRow | undefined>,
): Promise<Cancelled> {
  const now = context.clock();
  const shipment = await withShop(context.db, actor.shopId, async (trx) => {
    const found = await find(trx);
    if (!found) throw notFound(what);
    if (found.booking_state === 'cancelling')
      throw new AppError('cannot-cancel', 'This booking is being cancelled already.');
    if (!canCancel(stateOf(found)))
      throw new AppError(
        'cannot-cancel',
        `A ${found.status === 'CANCELLED' ? 'cancelled' : found.status === 'DELIVERED' ? 'delivered' : 'returned'} order cannot be cancelled.`,
      );
    const cancelling = await trx
      .updateTable('shipment')
      .set({
        booking_state: 'cancelling',
        cancel_asked_at: now,
        cancel_attempt_id: newId(now),
        cancel_courier_done: false,
        cancel_tries: 1,
        cancel_next_at: new Date(now.getTime() + leaseMs),
        cancelled_by: actor.name,
      })
      .where('shop_id', '=', found.shop_id)
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await addHistory(trx, cancelling, { at: now, who: actor.name, what: 'Cancel asked for' });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'shipment.cancel',
      subjectKind: 'shipment',
      subjectId: found.id,
      detail: { tracking_number: found.tracking_number },
    });
    return cancelling;
  });
  const outcome = await goOn(context, shipment, (error) => error.kind !== 'uncertain');
  if (outcome.kind !== 'refused') return outcome.cancelled;
  await revert(context, shipment, outcome.error);
  throw refusalOf(shipment, outcome.error);
}

/**
 * Goes on with the cancel of a shipment without anybody waiting: of a booking that was to be cancelled when found, after
 * an unclear answer, or after a kill. Its try is counted.
 */
export async function continueCancelling(context: Context, shopId: string, shipmentId: string): Promise<void> {
  const shipment = await withShop(context.db, shopId, (trx) => shipmentById(trx, shopId, shipmentId));
  if (shipment?.booking_state !== 'cancelling') return;
  const outcome = await goOn(context, shipment, (error) => error.kind === 'rejected');
  if (outcome.kind === 'refused') await revert(context, shipment, outcome.error, { opensCase: true });
}

type Outcome =
  | { readonly kind: 'cancelled' | 'under-way'; readonly cancelled: Cancelled }
  | { readonly kind: 'refused'; readonly error: CourierError };

/** `endsIt`: whether what went wrong with the first question ends the cancel; the booking stands then. */
async function goOn(
  context: Context,
  shipment: ShipmentRow,
  endsIt: (error: CourierError) => boolean,
): Promise<Outcome> {
  const account = await withShop(context.db, shipment.shop_id, (trx) =>
    loadAccount(trx, shipment.shop_id, shipment.account_id),
  );
  if (account && !shipment.cancel_courier_done) {
    const answer = await cancelAtCourier(context, shipment, account, endsIt);
    if (answer.kind === 'refused') return answer;
    if (answer.kind === 'unclear')
      return { kind: 'under-way', cancelled: await postpone(context, shipment, answer.words) };
  }
  return { kind: 'cancelled', cancelled: await finish(context, shipment) };
}

type CourierAnswer =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly error: CourierError }
  | { readonly kind: 'unclear'; readonly words: string };

/**
 * A clear refusal of the first question ends it. After a question whose answer is not known, a refusal may mean that it
 * is cancelled already: then tracking must show it, and while it shows nothing, nothing is clear.
 */
async function cancelAtCourier(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
  endsIt: (error: CourierError) => boolean,
): Promise<CourierAnswer> {
  if (!context.couriers[account.company].abilities.cancel) return { kind: 'cancelled' };
  const number = shipment.tracking_number ?? '';
  try {
    await callCourier(context, account, 'cancel', (at, access, call) => at.cancel(access, number, call));
    return { kind: 'cancelled' };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const isFirst = shipment.cancel_tries <= 1;
    if (isFirst && endsIt(error)) return { kind: 'refused', error };
    const shown = await shownAtCourier(context, shipment, account);
    if (shown === 'cancelled') return { kind: 'cancelled' };
    if (shown === 'standing' && error.kind === 'rejected') return { kind: 'refused', error };
    return { kind: 'unclear', words: wordsOf(error) };
  }
}

async function shownAtCourier(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
): Promise<'cancelled' | 'standing' | 'nothing'> {
  try {
    const [tracked] = await callCourier(context, account, 'track', (at, access, call) =>
      at.track(access, [shipment.tracking_number ?? ''], call),
    );
    if (!tracked?.found) return 'nothing';
    return tracked.status?.status === 'CANCELLED' ? 'cancelled' : 'standing';
  } catch (error) {
    if (error instanceof CourierError) return 'nothing';
    throw error;
  }
}

/** The booking stands as it was. The store is told of one that it was not told of, because it was to be cancelled. */
async function revert(
  context: Context,
  shipment: ShipmentRow,
  error: CourierError,
  { opensCase = false }: { readonly opensCase?: boolean } = {},
): Promise<void> {
  const now = context.clock();
  const words = wordsOf(error);
  await withShop(context.db, shipment.shop_id, async (trx) => {
    const reverted = await trx
      .updateTable('shipment')
      .set({ booking_state: 'booked', cancel_next_at: null, cancel_when_found: false, cancelled_by: null })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', '=', 'cancelling')
      .where('cancel_attempt_id', '=', shipment.cancel_attempt_id)
      .returningAll()
      .executeTakeFirst();
    if (!reverted) return;
    if (shipment.cancel_when_found) await requestFulfilled(trx, reverted, now);
    await closeCases(trx, reverted, ['cancel-unclear'], now, 'Courierdesk');
    if (opensCase) await openCase(trx, reverted, 'cancel-refused', now, { message: words });
    await addHistory(trx, reverted, { at: now, who: courierName(shipment.company), what: `Cancel refused: ${words}` });
  });
  if (shipment.cancel_when_found) context.wake('store-sync-orders');
}

function refusalOf(shipment: ShipmentRow, error: CourierError): AppError {
  const courier = courierName(shipment.company);
  const words = wordsOf(error);
  if (error.kind === 'rejected')
    return new AppError('courier-rejected', `${courier} did not cancel it: ${words}. The booking stands as it was.`, {
      detail: { courier_words: words },
    });
  return new AppError(
    error.kind === 'unauthorised' ? 'courier-unauthorised' : 'courier-unavailable',
    `${courier} could not be asked: ${words}. Nothing was changed; you can try again.`,
  );
}

async function postpone(context: Context, shipment: ShipmentRow, words: string): Promise<Cancelled> {
  const now = context.clock();
  const pause = retryMs[Math.min(shipment.cancel_tries, retryMs.length) - 1] ?? 60_000;
  const postponed = await withShop(context.db, shipment.shop_id, async (trx) => {
    const row = await trx
      .updateTable('shipment')
      .set({ cancel_next_at: new Date(now.getTime() + pause) })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', '=', 'cancelling')
      .where('cancel_attempt_id', '=', shipment.cancel_attempt_id)
      .returningAll()
      .executeTakeFirst();
    if (row && row.cancel_tries >= triesBeforeAttention)
      await openCase(trx, row, 'cancel-unclear', now, { message: words });
    return row;
  });
  const courier = courierName(shipment.company);
  return {
    shipment: postponed ?? shipment,
    underWay: true,
    message: `${courier} did not answer clearly. The booking may or may not be cancelled; we are checking and go on by ourselves.`,
  };
}

/** The courier's part is done: the orders are free, and the store is told. */
async function finish(context: Context, shipment: ShipmentRow): Promise<Cancelled> {
  const now = context.clock();
  const courier = courierName(shipment.company);
  // Another company than ours is not asked: whoever booked there cancels there.
  const elsewhere = !isCompany(shipment.company);
  const voidNeeded = isCompany(shipment.company) && !context.couriers[shipment.company].abilities.cancel;
  const { row, orderIds } = await withShop(context.db, shipment.shop_id, async (trx) => {
    const cancelled = await trx
      .updateTable('shipment')
      .set({
        booking_state: 'booked',
        status: 'CANCELLED',
        status_at: now,
        final: !voidNeeded,
        courier_live: voidNeeded,
        cancel_courier_done: true,
        cancel_next_at: null,
        cancelled_at: now,
        next_track_at: trackNextAt(
          { ...shipment, status: 'CANCELLED', cancelled_at: now, courier_live: voidNeeded },
          now,
        ),
      })
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .where('booking_state', '=', 'cancelling')
      .returningAll()
      .executeTakeFirst();
    const orders = await trx
      .selectFrom('shipment_order')
      .select('store_order_id')
      .where('shop_id', '=', shipment.shop_id)
      .where('shipment_id', '=', shipment.id)
      .execute();
    const ids = orders.map((one) => one.store_order_id);
    if (!cancelled) return { row: shipment, orderIds: ids };
    await releaseOrders(trx, cancelled);
    await requestUnfulfilled(trx, cancelled, now);
    await closeCases(trx, cancelled, 'all', now, shipment.cancelled_by ?? 'Courierdesk');
    if (voidNeeded) await openCase(trx, cancelled, 'void-at-courier', now);
    await addHistory(trx, cancelled, {
      at: now,
      who: shipment.cancelled_by ?? 'Courierdesk',
      what: voidNeeded
        ? 'Cancelled here; M&P still holds the number'
        : elsewhere
          ? `Cancelled here; ${courier} was not asked`
          : `Cancelled at ${courier}`,
    });
    return { row: cancelled, orderIds: ids };
  });
  const told = await syncStoreNow(context, shipment.shop_id, orderIds);
  if (voidNeeded)
    return {
      shipment: row,
      underWay: !told,
      message: `${told ? 'Order has been unfulfilled from shopify.' : 'The store is being told.'} M&P has no cancel call and still holds ${row.tracking_number ?? ''}: void it in the M&P portal, or keep the parcel back.`,
    };
  if (elsewhere)
    return {
      shipment: row,
      underWay: !told,
      message: `${told ? 'Order has been unfulfilled from shopify.' : 'The store is being told.'} ${courier} is not connected here: cancel ${row.tracking_number ?? ''} there, or keep the parcel back.`,
    };
  return {
    shipment: row,
    underWay: !told,
    message: told
      ? doneText
      : 'Order has been cancelled from courier. The store is being told; see its state in the details.',
  };
}

const stateOf = (shipment: ShipmentRow): Parameters<typeof canCancel>[0] => ({
  booking_state: BookingState.parse(shipment.booking_state),
  status: ShipmentStatus.parse(shipment.status),
  final: shipment.final,
});
