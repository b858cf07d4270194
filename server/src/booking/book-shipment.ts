import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { withShopAtOnce } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import type { LeasedStateRow, DesiredStateRow } from '../store-sync/queries.ts';
import { syncLeasedOrdersNow } from '../store-sync/sync-store-now.ts';
import { askCourier, awaitTurn, type Turn } from './ask-courier.ts';
import type { BookingRequest } from './booking-request.ts';
import { checkBooking, type CheckedBooking } from './check-booking.ts';
import { bodyHash, claimShipment, shipmentOfKey } from './claim-shipment.ts';
import { rememberDestination } from './remember-destination.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { readBookingPageData, type BookingPageData } from './show-shipment.ts';

export type BookedShipment = {
  readonly shipment: ShipmentRow;
  readonly message: string;
  /** Read while the store was told. */
  readonly bookingPageData?: BookingPageData;
  /** What the store was told, where it is known. */
  readonly updates?: readonly DesiredStateRow[] | undefined;
};

/** Books one store order, or several in one consignment: check, claim, ask, record, tell (docs/architecture.md, "One booking"). */
export async function bookShipment(
  context: Context,
  actor: UserActor,
  request: BookingRequest,
  key: string | undefined,
): Promise<BookedShipment> {
  // Nearly every request comes once: what it asks for is looked at while we see whether it came before.
  const checking = checkBooking(context, actor, request);
  checking.catch(() => undefined);
  const before = await sameRequest(context, actor, request, key);
  if (before) return presentState(before);

  let checked: CheckedBooking;
  let claimed: ShipmentRow;
  let turn: Turn | undefined;
  try {
    checked = await checking;
    turn = awaitTurn(context, checked.account);
    const claim = await claimShipment(context, actor, checked, key, { isTurn: turn.isSoon() });
    if (claim.repeated) {
      turn.giveBack();
      return presentState(claim.shipment);
    }
    claimed = claim.shipment;
  } catch (error) {
    turn?.giveBack();
    // The same request, sent twice at once: what stands in the way is its own booking.
    const own = error instanceof AppError ? await sameRequest(context, actor, request, key) : undefined;
    if (own) return presentState(own);
    throw error;
  }

  const asked = await askCourier(context, claimed, checked.account, { turn, tellsStore: true });
  const { shipment: answered, taken } = asked;
  if (answered.booking_state !== 'booked') {
    if (answered.booking_state === 'uncertain') context.wake('booking-look-ups');
    if (asked.answer?.kind === 'unauthorised') throw credentialsRefused(checked.account, answered);
    return presentState(answered);
  }
  const [updates, bookingPageData] = await Promise.all([
    tellStore(context, checked, taken),
    withShopAtOnce(context.db, actor.shopId, (trx) => readBookingPageData(trx, answered)),
    rememberDestination(context, checked),
  ]);
  const message = updates ? 'Order has been booked and fulfilled' : 'Order has been booked.';
  return { shipment: answered, message, bookingPageData, updates };
}

/** What the store was told of every order, or nothing where the rest goes on by itself. */
async function tellStore(
  context: Context,
  { orders }: CheckedBooking,
  taken: readonly LeasedStateRow[],
): Promise<DesiredStateRow[] | undefined> {
  const platformIds = new Map(orders.map(({ order }) => [order.id, order.platform_order_id]));
  const told = await syncLeasedOrdersNow(
    context,
    taken.map((desired) => ({ desired, platformOrderId: platformIds.get(desired.store_order_id) ?? '' })),
  );
  if (taken.length === orders.length) return told;
  // An order that somebody else is telling the store about has its turn when that is done.
  context.wake('store-sync-orders');
  return undefined;
}

/** The booking that this very request has made before, known by its idempotency key. */
async function sameRequest(
  context: Context,
  actor: UserActor,
  request: BookingRequest,
  key: string | undefined,
): Promise<ShipmentRow | undefined> {
  if (!key) return undefined;
  return withShopAtOnce(context.db, actor.shopId, (trx) => shipmentOfKey(trx, actor.shopId, key, bodyHash(request)));
}

/** Trying again cannot help before the account is mended. */
const credentialsRefused = (account: AccountRow, { id, answer }: ShipmentRow): AppError =>
  new AppError(
    'courier-unauthorised',
    `Not booked: ${courierName(account.company)} refuses the credentials of ${account.name}: ${answer}. Correct them on the Accounts page, or choose another account.`,
    { field: 'tracking_account', detail: { courier_words: answer, shipment_id: id } },
  );

/** What a shipment's present state means to the person who asked for it. */
function presentState(shipment: ShipmentRow): BookedShipment {
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
      return { shipment, message: `The order is being booked with ${courier} right now. It will not be booked twice.` };
    default:
      return {
        shipment,
        message: `${courier} did not answer. The order may or may not be booked; we are checking and will not book it again.`,
      };
  }
}
