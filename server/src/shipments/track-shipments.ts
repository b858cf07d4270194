import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { notFound } from '../errors.ts';
import { applyTrackings } from './apply-tracking.ts';
import type { ShipmentRow } from './shipment-row.ts';
import { noteCheck } from './tracking-turns.ts';

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
  const trackings = await callCourier(
    context,
    account,
    'track',
    (courier, access, call) => courier.track(access, [...byNumber.keys()], call),
    options,
  );
  const told = new Map(
    trackings.flatMap((tracking) => {
      const shipment = byNumber.get(tracking.trackingNumber);
      return shipment ? [[shipment.id, tracking] as const] : [];
    }),
  );
  const tracked = await withShop(context.db, first.shop_id, (trx) => applyTrackings(trx, context, first.shop_id, told));
  await noteCheck(context, account);
  const after = new Map(tracked.map((row) => [row.id, row]));
  return shipments.flatMap((shipment) => {
    const followed = after.get(shipment.id);
    return followed ? [{ ...shipment, ...followed }] : [];
  });
}
