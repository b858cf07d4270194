import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { inStep } from '../../base/tracing/tracing.ts';
import type { DesiredStateRow } from '../../store/sync/find-store-updates.ts';
import type { LeasedStateRow } from '../../store/sync/sync-lease.ts';
import { syncLeasedOrdersNow } from '../../store/sync/sync-store-now.ts';
import { askCourier } from './ask-courier.ts';
import type { BookingRequest } from './booking-request.ts';
import { checkBooking, type CheckedBooking } from './check-booking.ts';
import { claimShipment } from './claim-shipment.ts';
import { bodyHash, shipmentOfKey } from './idempotency-key.ts';
import { rememberDestination } from './remember-destination.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { readBookingPageData, type BookingPageData } from './show-shipment.ts';

type BookedShipment = {
  readonly shipment: ShipmentRow;
  readonly message: string;
  readonly bookingPageData?: BookingPageData;
  /** The store updates of the orders, if they are done. */
  readonly updates?: readonly DesiredStateRow[] | undefined;
};

/**
 * Books one store order, or several in one consignment: check, claim, ask, record, sync (docs/architecture.md, "One
 * booking, from the click to the first courier event").
 */
export async function bookShipment(
  context: Context,
  actor: UserActor,
  request: BookingRequest,
  key: string | undefined,
): Promise<BookedShipment> {
  const earlier = await shipmentOfRequest(context, actor, request, key);
  if (earlier) return bookedOrThrow(earlier);

  let checked: CheckedBooking;
  let claimed: ShipmentRow;
  try {
    checked = await inStep({ name: 'check' }, () => checkBooking(context, actor, request));
    const claim = await claimShipment(context, actor, checked, key);
    if (claim.repeated) return bookedOrThrow(claim.shipment);
    claimed = claim.shipment;
  } catch (error) {
    // The same request was sent twice at once: its own booking holds the order.
    const own = error instanceof AppError ? await shipmentOfRequest(context, actor, request, key) : undefined;
    if (own) return bookedOrThrow(own);
    throw error;
  }

  const outcome = await askCourier(context, claimed, checked.account, { syncsStore: true });
  const { shipment, leased } = outcome;
  if (shipment.booking_state !== 'booked') {
    if (outcome.answer?.kind === 'unauthorised') throw credentialsRefused(checked.account, shipment);
    return bookedOrThrow(shipment);
  }
  const [updates, bookingPageData] = await Promise.all([
    syncStore(context, checked, leased),
    withShop(context.db, actor.shopId, (trx) => readBookingPageData(trx, shipment)),
    rememberDestination(context, checked, actor.name),
  ]);
  const message = updates ? 'Order has been booked and fulfilled' : 'Order has been booked.';
  return { shipment, message, bookingPageData, updates };
}

/** The store updates of all orders, or undefined if the worker has to continue. */
async function syncStore(
  context: Context,
  { orders }: CheckedBooking,
  leased: readonly LeasedStateRow[],
): Promise<DesiredStateRow[] | undefined> {
  const platformIds = new Map(orders.map(({ order }) => [order.id, order.platform_order_id]));
  const synced = await syncLeasedOrdersNow(
    context,
    leased.map((desired) => ({ desired, platformOrderId: platformIds.get(desired.store_order_id) ?? '' })),
  );
  // Of the others, another process is updating the store; a job continues after it.
  return leased.length === orders.length ? synced : undefined;
}

/** The shipment of an earlier request with the same idempotency key. */
async function shipmentOfRequest(
  context: Context,
  actor: UserActor,
  request: BookingRequest,
  key: string | undefined,
): Promise<ShipmentRow | undefined> {
  if (!key) return undefined;
  return withShop(context.db, actor.shopId, (trx) => shipmentOfKey(trx, actor.shopId, key, bodyHash(request)));
}

/** A retry fails too until someone corrects the credentials. */
const credentialsRefused = (account: AccountRow, { id, answer }: ShipmentRow): AppError =>
  new AppError(
    'courier-unauthorised',
    `Not booked: ${courierName(account.company)} refused the credentials of ${account.name}: ${answer}. Correct them on the Accounts page, or choose another account.`,
    { field: 'tracking_account', detail: { courier_words: answer, shipment_id: id } },
  );

/** Says what the state of the shipment means to the person who booked it. Throws if it was not booked. */
function bookedOrThrow(shipment: ShipmentRow): BookedShipment {
  const courier = courierName(shipment.company);
  switch (shipment.booking_state) {
    case 'rejected':
      throw new AppError('courier-rejected', `${courier} refused the booking: ${shipment.answer}`, {
        detail: { courier_words: shipment.answer, shipment_id: shipment.id },
      });
    case 'released':
      throw new AppError(
        'courier-unavailable',
        `Not booked: ${shipment.answer}. Nothing was created at ${courier}; you can try again.`,
        { detail: { courier_words: shipment.answer, shipment_id: shipment.id } },
      );
    case 'booked':
      return { shipment, message: 'Order has been booked.' };
    case 'cancelling':
      return { shipment, message: 'Order has been booked and is being cancelled.' };
    case 'claimed':
    case 'asking':
      return { shipment, message: `The order is being booked with ${courier} now. It will not be booked twice.` };
    default:
      return {
        shipment,
        message: `${courier} did not respond. The order may be booked; we are checking and will not book it again.`,
      };
  }
}
