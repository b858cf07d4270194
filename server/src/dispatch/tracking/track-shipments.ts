import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { CourierTracking } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { applyTrackings } from './apply-tracking.ts';
import { needsEvents } from './tracking-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { recordLastChecked } from './tracking-runs.ts';

/** `isMissing`: the courier says that it does not have the number. */
export type AskedShipment = ShipmentRow & { readonly isMissing: boolean };

/** Tracks parcels of one account in one batch and saves the result. Throws `CourierError`. */
export async function trackShipments(
  context: Context,
  shipments: readonly ShipmentRow[],
  options: { signal?: AbortSignal } = {},
): Promise<AskedShipment[]> {
  const [first] = shipments;
  if (!first) return [];
  const account = await withShop(context.db, first.shop_id, (trx) => loadAccount(trx, first.shop_id, first.account_id));
  if (!account) throw notFound('The courier account');
  const byNumber = new Map(shipments.map((shipment) => [shipment.tracking_number ?? '', shipment]));
  const askedAt = context.clock();
  const ask: Ask = (numbers) =>
    callCourier(context, account, 'track', (courier, access, call) => courier.track(access, numbers, call), options);
  const trackings = await withEvents(ask, byNumber, await ask([...byNumber.keys()]));
  const results = new Map(
    trackings.flatMap((tracking) => {
      const shipment = byNumber.get(tracking.trackingNumber);
      return shipment ? [[shipment.id, { tracking, askedAt }] as const] : [];
    }),
  );
  const tracked = await withShop(context.db, first.shop_id, (trx) =>
    applyTrackings(trx, context, first.shop_id, results),
  );
  await recordLastChecked(context, account);
  const after = new Map(tracked.map((row) => [row.id, row]));
  return shipments.flatMap((shipment) => {
    const [row, tracking] = [after.get(shipment.id), results.get(shipment.id)?.tracking];
    return row && tracking ? [{ ...shipment, ...row, isMissing: !tracking.found && tracking.unsure !== true }] : [];
  });
}

type Ask = (numbers: readonly string[]) => Promise<CourierTracking[]>;

/** Asks for parcels with news but without events one by one. If that fails, keeps the answer of the batch. */
async function withEvents(
  ask: Ask,
  shipments: ReadonlyMap<string, ShipmentRow>,
  trackings: readonly CourierTracking[],
): Promise<CourierTracking[]> {
  const complete: CourierTracking[] = [];
  let responds = true;
  for (const tracking of trackings) {
    const shipment = shipments.get(tracking.trackingNumber);
    if (!responds || !shipment || !needsEvents(shipment, tracking)) complete.push(tracking);
    else {
      const [alone] = await ask([tracking.trackingNumber]).catch((error: unknown) => {
        if (!(error instanceof CourierError)) throw error;
        responds = error.kind === 'rejected';
        return [];
      });
      complete.push(alone?.found ? alone : tracking);
    }
  }
  return complete;
}
