import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { changeShipment } from '../../shipments/record/change-shipment.ts';
import { openCase } from '../../shipments/record/cases.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { lookUpDelaysMs } from './look-up-schedule.ts';

/**
 * The courier may have booked the parcel: the order stays locked, and we look for the booking, unless only a person can settle
 * it.
 */
export async function recordUncertain(
  trx: Db,
  shipment: ShipmentRow,
  { words, isForPerson = false }: { readonly words: string; readonly isForPerson?: boolean },
  now: Date,
  context: Pick<Context, 'config' | 'jobs'>,
): Promise<ShipmentRow> {
  const [first = 5_000] = lookUpDelaysMs(context.config);
  const nextAt = isForPerson ? null : new Date(now.getTime() + first);
  // Trigger settle_batch_row: a batch row of this shipment gets the outcome in this transaction.
  const uncertain = await changeShipment(trx, shipment, {
    booking_state: 'uncertain',
    answer: words,
    look_ups: 0,
    next_look_up_at: nextAt,
  });
  if (nextAt)
    await context.jobs.request(trx, 'booking-look-ups', { shopId: shipment.shop_id, key: shipment.id, at: nextAt });
  await openCase(trx, uncertain, 'uncertain', now, isForPerson ? { message: words } : {});
  await recordShipmentChange(trx, uncertain, {
    at: now,
    action: 'shipment.uncertain',
    who: 'Courierdesk',
    what: isForPerson
      ? `No clear answer: ${words}`
      : `No clear answer: ${words}. We are looking for the booking at the courier`,
  });
  return uncertain;
}
