import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import { CourierError } from '../couriers/courier-error.ts';
import type { CourierTracking } from '../couriers/courier.ts';
import { withShop } from '../db/tenancy.ts';
import { notFound } from '../errors.ts';
import { applyTrackings } from './apply-tracking.ts';
import { needsEvents } from './tracking-change.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { recordLastChecked } from './tracking-leases.ts';

/** Asks the courier where parcels of one account are, in one batch, and writes down what it says. Throws `CourierError`. */
export async function trackShipments(
  context: Context,
  shipments: readonly ShipmentRow[],
  options: { timeoutMs?: number } = {},
): Promise<ShipmentRow[]> {
  const [first] = shipments;
  if (!first) return [];
  const account = await withShop(context.db, first.shop_id, (trx) => loadAccount(trx, first.shop_id, first.account_id));
  if (!account) throw notFound('The courier account');
  const byNumber = new Map(shipments.map((shipment) => [shipment.tracking_number ?? '', shipment]));
  const askedAt = context.clock();
  const ask: Ask = (numbers) =>
    callCourier(context, account, 'track', (courier, access, call) => courier.track(access, numbers, call), options);
  const trackings = await withEvents(ask, byNumber, await ask([...byNumber.keys()]));
  const told = new Map(
    trackings.flatMap((tracking) => {
      const shipment = byNumber.get(tracking.trackingNumber);
      return shipment ? [[shipment.id, { tracking, askedAt }] as const] : [];
    }),
  );
  const tracked = await withShop(context.db, first.shop_id, (trx) => applyTrackings(trx, context, first.shop_id, told));
  await recordLastChecked(context, account);
  const after = new Map(tracked.map((row) => [row.id, row]));
  return shipments.flatMap((shipment) => {
    const followed = after.get(shipment.id);
    return followed ? [{ ...shipment, ...followed }] : [];
  });
}

type Ask = (numbers: readonly string[]) => Promise<CourierTracking[]>;

/** Parcels of which there is news without its events are asked for alone. Where that fails, what is known counts. */
async function withEvents(
  ask: Ask,
  shipments: ReadonlyMap<string, ShipmentRow>,
  trackings: readonly CourierTracking[],
): Promise<CourierTracking[]> {
  const whole: CourierTracking[] = [];
  let answers = true;
  for (const tracking of trackings) {
    const shipment = shipments.get(tracking.trackingNumber);
    if (!answers || !shipment || !needsEvents(shipment, tracking)) whole.push(tracking);
    else {
      const [alone] = await ask([tracking.trackingNumber]).catch((error: unknown) => {
        if (!(error instanceof CourierError)) throw error;
        answers = error.kind === 'rejected';
        return [];
      });
      whole.push(alone?.found ? alone : tracking);
    }
  }
  return whole;
}
