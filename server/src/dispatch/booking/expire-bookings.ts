import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { hasPastLease, leaseIsPast } from '../../base/db/leases.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { closeUnbooked } from './close-unbooked.ts';
import { recordUncertain } from './record-uncertain.ts';

/**
 * Ends bookings that a stopped process left behind. An expired claim is released: the courier was not asked. An expired call
 * to the courier is uncertain.
 */
export async function expireBookings(context: Context): Promise<number> {
  const now = context.clock();
  const { rows: expired } = await rowsOfShops(context.db, async (trx, shopId) => {
    const { rows } = await sql<{ shop_id: string; id: string }>`
      select shop_id, id from shipment
      where booking_state in ('claimed', 'asking') and ${leaseIsPast(now)} and ${isOfShop('shop_id', shopId)}
      limit 100`.execute(trx);
    return rows;
  });
  for (const key of expired)
    await expireBooking(context, key, now).catch((error: unknown) =>
      context.log.error({ err: error, shipment: key.id }, 'could not end an interrupted booking'),
    );
  return expired.length;
}

function expireBooking(context: Context, key: { shop_id: string; id: string }, now: Date): Promise<boolean> {
  return withShop(context.db, key.shop_id, async (trx) =>
    endInterruptedBooking(trx, context, await lockShipment(trx, key), now),
  );
}

/** The caller has locked the shipment. False if its booking has ended, or its lease is not past its time. */
export async function endInterruptedBooking(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  now: Date,
): Promise<boolean> {
  if (!hasPastLease(shipment, now)) return false;
  if (shipment.booking_state === 'claimed') {
    const words = 'the booking was interrupted before we asked the courier';
    const released = await closeUnbooked(trx, shipment, { state: 'released', words }, now, context);
    const what = 'Interrupted before we asked the courier; the order is free to book again';
    await recordShipmentChange(trx, released, {
      ...{ at: now, who: 'Courierdesk', what },
      action: 'shipment.interrupted',
    });
  } else if (shipment.booking_state === 'asking') {
    const words = 'the booking was interrupted while we asked the courier';
    await recordUncertain(trx, shipment, { words }, now, context);
  } else {
    return false;
  }
  return true;
}
