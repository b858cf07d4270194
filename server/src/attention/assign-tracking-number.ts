import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { syncShipmentNow } from '../store-sync/sync-shipment-now.ts';
import { explainCourierErrors } from './explain-courier-errors.ts';
import type { Decision } from './record-decision.ts';
import { recordAnswer } from '../booking/record-answer.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** "This is its number", for an uncertain booking. */
export async function assignTrackingNumber(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<Decision> {
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
    return {
      shipment: booked,
      message: `${number} is its number, and is being cancelled at ${courierName(booked.company)}.`,
    };
  const isSynced = await syncShipmentNow(context, booked);
  return { shipment: booked, message: isSynced ? 'Order has been booked and fulfilled' : 'Order has been booked.' };
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
  const courier = courierName(shipment.company);
  const [tracked] = await explainCourierErrors(courier, () =>
    callCourier(context, account, 'track', (at, access, call) => at.track(access, [number], call)),
  );
  // TCS and M&P show nothing before the first scan; then the references it lists must speak.
  const listed = tracked?.found
    ? undefined
    : await explainCourierErrors(courier, () =>
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
