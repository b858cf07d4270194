import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import type { Sweep } from '../../base/jobs/sweeps.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { lookUpsToDo, lookUpShipment } from './look-up-shipment.ts';
import { closeUnbooked } from './close-unbooked.ts';
import { recordUncertain } from './record-uncertain.ts';

/** Searches for bookings with an unknown outcome. */
export const lookUpWork: Work = {
  kind: 'booking-look-ups',
  atOnce: 8,
  atOncePerShop: 4,
  run: lookUpShipment,
  needed: lookUpsToDo,
};

/** Bookings that a stopped process left behind. */
export const bookingSweeps: readonly Sweep[] = [{ name: 'booking-expiry', everyMs: 5_000, run: expireBookings }];

/** An expired claim is released: the courier was not asked. An expired call to the courier is uncertain. */
async function expireBookings(context: Context): Promise<number> {
  const now = context.clock();
  const expired = await acrossShops(context.db, async (trx) => {
    const { rows } = await sql<{ shop_id: string; id: string }>`
      select shop_id, id from shipment
      where booking_state in ('claimed', 'asking') and lease_until < ${now}
      order by lease_until limit 100`.execute(trx);
    return rows;
  });
  for (const key of expired)
    await expireBooking(context, key, now).catch((error: unknown) =>
      context.log.error({ err: error, shipment: key.id }, 'could not end an interrupted booking'),
    );
  return expired.length;
}

async function expireBooking(context: Context, key: { shop_id: string; id: string }, now: Date): Promise<void> {
  await withShop(context.db, key.shop_id, async (trx) => {
    const shipment = await lockShipment(trx, key);
    if (!shipment.lease_until || shipment.lease_until >= now) return;
    if (shipment.booking_state === 'claimed') {
      const words = 'the booking was interrupted before we asked the courier';
      const released = await closeUnbooked(trx, shipment, { state: 'released', words }, now, context);
      const what = 'Interrupted before we asked the courier; the order is free to book again';
      await recordShipmentChange(trx, released, {
        ...{ at: now, who: 'Courierdesk', what },
        action: 'shipment.interrupted',
      });
    } else if (shipment.booking_state === 'asking') {
      await recordUncertain(
        trx,
        shipment,
        { words: 'the booking was interrupted while we asked the courier' },
        now,
        context,
      );
    }
  });
}
