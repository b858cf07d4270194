import { courierName } from '@courierdesk/contract/companies';
import { isCancellable } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { type CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { stateOf } from '../../shipments/record/shipment-state.ts';
import { describeUnfinished } from '../../store/sync/describe-unfinished.ts';
import { syncStoreNow } from '../../store/sync/sync-store-now.ts';
import { cancelAtCourier, type CancelCaller } from './cancel-at-courier.ts';
import { type Cancelled, recordCancelled, recordNotCancelled, recordUnclear, whereCancelled } from './record-cancel.ts';

type CancelResult = {
  readonly shipment: ShipmentRow;
  readonly message: string;
  /** The courier's answer is unclear, or the store is not updated yet: a job continues. */
  readonly underWay: boolean;
};

/** A request works on a cancel for this long before its job continues it. */
const requestMs = 90_000;

/**
 * Cancels a booking: first at the courier, then in the store. Each step is recorded, so that its job can continue it. Two
 * couriers may use the same number: then `id` says which parcel it is.
 */
export function cancelShipment(
  context: Context,
  actor: Actor,
  { trackingNumber, id }: { readonly trackingNumber: string; readonly id?: string | undefined },
): Promise<CancelResult> {
  return cancel(context, actor, `A shipment with the number ${trackingNumber}`, async (trx) => {
    const found = await trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('tracking_number', '=', trackingNumber)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (found.length > 1) throw numberOfSeveral(trackingNumber, found);
    return found[0];
  });
}

function numberOfSeveral(trackingNumber: string, shipments: readonly ShipmentRow[]): AppError {
  const parcels = shipments
    .map(({ order_name: name, company }) => `${name} with ${courierName(company)}`)
    .join(' and ');
  return new AppError(
    'cannot-cancel',
    `Several parcels have the number ${trackingNumber}: ${parcels}. Nothing was cancelled. Reload the page and cancel again; a call of the API gives the id of the parcel as “shipment”.`,
  );
}

export function cancelShipmentById(context: Context, actor: Actor, id: string): Promise<CancelResult> {
  return cancel(context, actor, 'The shipment', (trx) =>
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

/**
 * The next try to cancel a shipment, the key of the job: after an unclear answer, after a killed process, or for a booking to
 * cancel when found.
 */
export async function continueCancel(
  context: Context,
  { shopId, key: shipmentId }: Required<Job>,
): Promise<Date | undefined> {
  const { shipment, nextAt } = await withShop(context.db, shopId, (trx) =>
    beginTry(trx, shopId, shipmentId, context.clock()),
  );
  if (!shipment) return nextAt;
  const outcome = await tryCancel(context, shipment, 'worker');
  if (outcome.kind === 'not-cancelled') await recordNotCancelled(context, shipment, outcome.error, { opensCase: true });
  return undefined;
}

export async function cancelsUnderWay(trx: Db): Promise<(Required<Job> & { readonly at: Date })[]> {
  const rows = await trx
    .selectFrom('shipment')
    .select(['shop_id as shopId', 'id as key', 'cancel_next_at as at'])
    .where('booking_state', '=', 'cancelling')
    .execute();
  return rows.flatMap(({ at, ...job }) => (at ? [{ ...job, at }] : []));
}

/** Counts the try before it starts: after a killed process, the courier may have cancelled already. */
async function beginTry(
  trx: Db,
  shopId: string,
  shipmentId: string,
  now: Date,
): Promise<{ shipment?: ShipmentRow; nextAt?: Date }> {
  const known = await shipmentById(trx, shopId, shipmentId);
  if (known?.booking_state !== 'cancelling' || !known.cancel_next_at) return {};
  if (known.cancel_next_at > now) return { nextAt: known.cancel_next_at };
  const shipment = await trx
    .updateTable('shipment')
    .set({ cancel_tries: sql<number>`cancel_tries + 1` })
    .where('shop_id', '=', shopId)
    .where('id', '=', shipmentId)
    .where('booking_state', '=', 'cancelling')
    .where('cancel_attempt_id', '=', known.cancel_attempt_id)
    .returningAll()
    .executeTakeFirst();
  return { ...(shipment && { shipment }) };
}

async function cancel(
  context: Context,
  actor: Actor,
  what: string,
  lock: (trx: Db) => Promise<ShipmentRow | undefined>,
): Promise<CancelResult> {
  const shipment = await withShop(context.db, actor.shopId, async (trx) => {
    const found = await lock(trx);
    if (!found) throw notFound(what);
    refuseUnlessCancellable(found);
    return startCancel(trx, context, actor, found);
  });
  const outcome = await tryCancel(context, shipment, 'person');
  if (outcome.kind !== 'not-cancelled') return outcome.cancelled;
  await recordNotCancelled(context, shipment, outcome.error);
  throw failureOf(shipment, outcome.error);
}

function refuseUnlessCancellable(shipment: ShipmentRow): void {
  if (shipment.booking_state === 'cancelling')
    throw new AppError('cannot-cancel', 'This booking is already being cancelled.');
  if (isCancellable(stateOf(shipment))) return;
  const { status } = shipment;
  const state = status === 'CANCELLED' ? 'cancelled' : status === 'DELIVERED' ? 'delivered' : 'returned';
  throw new AppError('cannot-cancel', `A ${state} order cannot be cancelled.`);
}

async function startCancel(
  trx: Db,
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  actor: Actor,
  shipment: ShipmentRow,
): Promise<ShipmentRow> {
  const now = clock();
  const nextAt = new Date(now.getTime() + requestMs);
  const cancelling = await changeShipment(trx, shipment, {
    booking_state: 'cancelling',
    cancel_asked_at: now,
    cancel_attempt_id: newId(now),
    cancel_courier_done: false,
    cancel_tries: 1,
    cancel_next_at: nextAt,
    cancelled_by: actor.name,
  });
  await jobs.request(trx, 'cancels', { shopId: shipment.shop_id, key: shipment.id, at: nextAt });
  await recordShipmentChange(trx, cancelling, {
    at: now,
    actor,
    action: 'shipment.cancel',
    detail: { tracking_number: shipment.tracking_number },
  });
  return cancelling;
}

type Outcome =
  | { readonly kind: 'cancelled' | 'under-way'; readonly cancelled: CancelResult }
  | { readonly kind: 'not-cancelled'; readonly error: CourierError };

async function tryCancel(context: Context, shipment: ShipmentRow, caller: CancelCaller): Promise<Outcome> {
  const account = await withShop(context.db, shipment.shop_id, (trx) =>
    loadAccount(trx, shipment.shop_id, shipment.account_id),
  );
  const asksCourier = account !== undefined && !shipment.cancel_courier_done;
  if (asksCourier) {
    const answer = await cancelAtCourier(context, account, shipment.tracking_number ?? '', {
      isFirstCall: shipment.cancel_tries <= 1,
      caller,
    });
    if (answer.kind === 'not-cancelled') return { kind: 'not-cancelled', error: answer.error };
    if (answer.kind === 'unclear') {
      const postponed = await recordUnclear(context, shipment, wordsOf(answer.error));
      const message = `${courierName(shipment.company)} did not respond clearly. The booking may or may not be cancelled; we’ll keep checking.`;
      return { kind: 'under-way', cancelled: { shipment: postponed, underWay: true, message } };
    }
  }
  const courierConfirmed = asksCourier && whereCancelled(context, shipment) === 'at-courier';
  const cancelled = await withShop(context.db, shipment.shop_id, (trx) =>
    recordCancelled(trx, context, shipment, { courierConfirmed }),
  );
  return { kind: 'cancelled', cancelled: await updateStoreAfterCancel(context, cancelled) };
}

/** The store unfulfils the orders of a shipment that was just cancelled. */
export async function updateStoreAfterCancel(
  context: Context,
  { shipment, orderIds }: Cancelled,
): Promise<CancelResult> {
  const isSynced = await syncStoreNow(context, shipment.shop_id, orderIds);
  const unfinished = isSynced ? undefined : await describeUnfinished(context, shipment);
  return {
    shipment,
    underWay: unfinished?.underWay ?? false,
    message: cancelledMessage(context, shipment, unfinished?.words),
  };
}

function cancelledMessage(context: Context, shipment: ShipmentRow, unfinished: string | undefined): string {
  const courier = courierName(shipment.company);
  const number = shipment.tracking_number ?? '';
  const store = unfinished ?? 'Order has been unfulfilled from shopify.';
  switch (whereCancelled(context, shipment)) {
    case 'void-needed':
      return `${store} ${courier} has no cancel call and still holds ${number}. Void it in the ${courier} portal, or do not hand over the parcel.`;
    case 'not-connected':
      return `${store} ${courier} is not connected here. Cancel ${number} with ${courier}, or do not hand over the parcel.`;
    case 'at-courier':
      return unfinished
        ? `Order has been cancelled from courier. ${unfinished}`
        : 'Order has been cancelled from courier and unfulfilled from shopify';
  }
}

function failureOf(shipment: ShipmentRow, error: CourierError): AppError {
  const courier = courierName(shipment.company);
  const words = wordsOf(error);
  if (error.kind === 'rejected')
    return new AppError(
      'courier-rejected',
      `${courier} refused to cancel: ${words}. The courier booking is unaffected.`,
      {
        detail: { courier_words: words },
      },
    );
  if (error.kind === 'unauthorised')
    return new AppError(
      'courier-unauthorised',
      `${courier} refused the credentials of this account: ${words}. Nothing was cancelled.`,
    );
  return new AppError(
    'courier-unavailable',
    `${courier} did not respond: ${words}. Nothing was changed; you can try again.`,
  );
}
