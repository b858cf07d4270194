import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { releaseClaim } from '../../shipments/record/release-orders.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

const firstWatchMs = 30 * 60_000;

/** The booking failed: frees the orders and returns the booking to the plan. Until `watchUntil` we keep looking for it. */
export async function closeUnbooked(
  trx: Db,
  shipment: ShipmentRow,
  { state, words, watchUntil }: { state: 'rejected' | 'released'; words: string; watchUntil?: Date },
  now: Date,
  { jobs }: Pick<Context, 'jobs'>,
): Promise<ShipmentRow> {
  const nextAt = watchUntil ? new Date(now.getTime() + firstWatchMs) : null;
  await releaseClaim(trx, shipment);
  await closeCases(trx, shipment, ['uncertain', 'two-consignments', 'changed-after-booking'], now, 'Courierdesk');
  if (nextAt) await jobs.request(trx, 'booking-look-ups', { shopId: shipment.shop_id, key: shipment.id, at: nextAt });
  // Trigger settle_batch_row: a batch row of this shipment gets the outcome in this transaction.
  return changeShipment(trx, shipment, {
    booking_state: state,
    answer: words,
    next_look_up_at: nextAt,
    look_up_until: watchUntil ?? null,
  });
}
