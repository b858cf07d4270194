import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { syncStoreNow } from '../store-sync/sync-store-now.ts';
import { askForPerson } from './ask-for-person.ts';
import type { Decided } from './record-decision.ts';
import { courierOf } from '../shipments/shipment-state.ts';
import { storeOrdersOf } from '../shipments/find-shipments.ts';
import { recordAnswer } from '../booking/record-answer.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** "This is its number", for an uncertain booking. */
export async function assignTrackingNumber(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<Decided> {
  if (shipment.booking_state !== 'uncertain')
    throw new AppError('cannot-resolve', 'This booking is not uncertain any more. Reload to see what became of it.');
  await refuseForeignNumber(context, shipment, number);
  const { shipment: booked } = await recordAnswer(
    context,
    shipment,
    { kind: 'booked', trackingNumber: number, how: 'person' },
    { actor },
  );
  if (booked.tracking_number !== number)
    throw new AppError('cannot-resolve', 'Somebody else decided about this booking meanwhile. Reload to see it.');
  if (booked.booking_state === 'cancelling')
    return { shipment: booked, message: `${number} is its number, and is being cancelled at ${courierOf(booked)}.` };
  const told = await syncStoreNow(context, actor.shopId, await storeOrdersOf(context, booked));
  return { shipment: booked, message: told ? 'Order has been booked and fulfilled' : 'Order has been booked.' };
}

/** The number must be a live consignment at this courier that no other shipment holds. */
async function refuseForeignNumber(context: Context, shipment: ShipmentRow, number: string): Promise<void> {
  const { account, holder } = await withShop(context.db, shipment.shop_id, async (trx) => ({
    account: await loadAccount(trx, shipment.shop_id, shipment.account_id),
    holder: await trx
      .selectFrom('shipment')
      .select(['id', 'order_name'])
      .where('shop_id', '=', shipment.shop_id)
      .where('company', '=', shipment.company)
      .where('tracking_number', '=', number)
      .executeTakeFirst(),
  }));
  if (!account) throw notFound('The courier account');
  if (holder) throw numberRefused(`${number} belongs to ${holder.order_name} already.`);
  const courier = courierOf(shipment);
  const [tracked] = await askForPerson(courier, () =>
    callCourier(context, account, 'track', (at, access, call) => at.track(access, [number], call)),
  );
  // TCS and M&P show nothing before the first scan; then the references it lists must speak.
  const listed = tracked?.found
    ? undefined
    : await askForPerson(courier, () =>
        callCourier(context, account, 'lookup', (at, access, call) =>
          at.findByReference(access, { reference: shipment.reference, claimedAt: shipment.claimed_at }, call),
        ),
      );
  if (!tracked?.found && !listed?.some((one) => one.trackingNumber === number && !one.cancelled))
    throw numberRefused(`${courier} does not know ${number} for this account.`);
  if (!tracked?.found) return;
  if (tracked.status?.status === 'CANCELLED') throw numberRefused(`${number} is cancelled at ${courier}.`);
  if (tracked.reference && tracked.reference !== shipment.reference)
    throw numberRefused(`${number} was booked for the reference ${tracked.reference}, not for ${shipment.reference}.`);
}

const numberRefused = (msg: string): AppError => new AppError('cannot-resolve', msg, { field: 'tracking_number' });
