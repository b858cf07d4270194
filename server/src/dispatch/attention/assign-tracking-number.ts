import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { syncShipmentNow } from '../../store/sync/sync-shipment-now.ts';
import { explainCourierErrors } from './explain-courier-errors.ts';
import type { DecisionResult } from './record-decision.ts';
import { recordAnswer } from '../booking/record-answer.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** A person enters the tracking number of an uncertain booking. */
export async function assignTrackingNumber(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
  number: string,
): Promise<DecisionResult> {
  if (shipment.booking_state !== 'uncertain')
    throw new AppError('cannot-resolve', 'This booking is already settled. Reload to see the result.');
  await checkNumber(context, shipment, number);
  const { shipment: booked } = await recordAnswer(
    context,
    shipment,
    { kind: 'booked', trackingNumber: number, how: 'person' },
    { actor },
  );
  if (booked.tracking_number !== number)
    throw new AppError('cannot-resolve', 'Someone else just changed this booking. Reload to see the result.');
  if (booked.booking_state === 'cancelling')
    return {
      shipment: booked,
      message: `${number} is linked and is being cancelled at ${courierName(booked.company)}.`,
    };
  const isSynced = await syncShipmentNow(context, booked);
  return { shipment: booked, message: isSynced ? 'Order has been booked and fulfilled' : 'Order has been booked.' };
}

/** The number must be an active consignment of this account that is not linked to another shipment. */
async function checkNumber(context: Context, shipment: ShipmentRow, number: string): Promise<void> {
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
  if (holder) throw numberRefused(`${number} already belongs to ${holder.order_name}.`);
  const courier = courierName(shipment.company);
  const [tracked] = await explainCourierErrors(courier, () =>
    callCourier(context, account, 'track', (at, access, call) => at.track(access, [number], call)),
  );
  // TCS and M&P do not track a parcel before its first scan. Then we search by our reference.
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
    throw numberRefused(`${number} has the reference ${tracked.reference}, not ${shipment.reference}.`);
}

const numberRefused = (msg: string): AppError => new AppError('cannot-resolve', msg, { field: 'tracking_number' });
