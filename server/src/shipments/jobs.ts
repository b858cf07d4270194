import { sql } from 'kysely';
import { acrossShops, withShop } from '../db/tenancy.ts';
import type { Context } from '../context.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { continueCancelling } from '../cancelling/cancel-shipment.ts';
import { foldCounts } from '../orders-list/count-shipments.ts';
import { addHistory } from './history.ts';
import { lookUpShipment } from '../booking/look-up-shipment.ts';
import { shipmentById } from './find-shipments.ts';
import { endAttempt, recordUncertain } from '../booking/record-answer.ts';
import { countDueParcels, trackDueShipments } from '../tracking/track-due-shipments.ts';

type Key = { shop_id: string; id: string };

const leaseMs = 2 * 60_000;

/** What a killed process left, what is uncertain, what is being cancelled, and what should be tracked. */
export const shipmentSweeps: readonly Sweep[] = [
  { name: 'shipment-expiry', everyMs: 5_000, run: expireLeases },
  {
    name: 'shipment-look-ups',
    everyMs: 2_000,
    async run(context) {
      const due = await takeDue(context, 'next_look_at', 'next_look_at is not null', 10);
      await Promise.all(due.map((key) => logged(context, () => lookUpShipment(context, key.shop_id, key.id))));
      return due.length;
    },
  },
  {
    name: 'shipment-cancels',
    everyMs: 5_000,
    async run(context) {
      const due = await takeDue(context, 'cancel_next_at', "booking_state = 'cancelling'", 10, 'cancel_tries');
      await Promise.all(due.map((key) => logged(context, () => continueCancelling(context, key.shop_id, key.id))));
      return due.length;
    },
  },
  { name: 'shipment-tracking', everyMs: 5_000, run: trackDueShipments },
  { name: 'shipment-tracking-due', everyMs: 30_000, run: countDueParcels },
  { name: 'shipment-counts', everyMs: 30_000, run: foldCounts },
];

/** An expired claim is given back: nothing was asked. An expired question is uncertain. */
async function expireLeases(context: Context): Promise<number> {
  const now = context.clock();
  const expired = await acrossShops(context.db, async (trx) => {
    const { rows } = await sql<Key>`
      select shop_id, id from shipment
      where booking_state in ('claimed', 'asking') and lease_until < ${now}
      order by lease_until limit 100`.execute(trx);
    return rows;
  });
  for (const key of expired) {
    await logged(context, () =>
      withShop(context.db, key.shop_id, async (trx) => {
        await sql`select 1 from shipment where shop_id = ${key.shop_id} and id = ${key.id} for update`.execute(trx);
        const shipment = await shipmentById(trx, key.shop_id, key.id);
        if (!shipment?.lease_until || shipment.lease_until >= now) return;
        if (shipment.booking_state === 'claimed') {
          const freed = await endAttempt(
            trx,
            shipment,
            'released',
            'the booking was interrupted before the courier was asked',
            now,
          );
          await addHistory(trx, freed, {
            at: now,
            who: 'Courierdesk',
            what: 'Interrupted before the courier was asked; the order is free',
          });
        } else if (shipment.booking_state === 'asking') {
          await recordUncertain(trx, shipment, 'the booking was interrupted while the courier was asked', now, context);
        }
      }),
    );
  }
  return expired.length;
}

/** Takes rows that are due by moving their time on: whoever dies meanwhile, they come round again. The try may be counted. */
async function takeDue(
  context: Context,
  column: 'next_look_at' | 'cancel_next_at',
  condition: string,
  limit: number,
  tries?: 'cancel_tries',
): Promise<Key[]> {
  const now = context.clock();
  return acrossShops(context.db, async (trx) => {
    const { rows } = await sql<Key>`
      update shipment set ${sql.ref(column)} = ${new Date(now.getTime() + leaseMs)}
        ${tries ? sql`, ${sql.ref(tries)} = ${sql.ref(tries)} + 1` : sql``}
      where (shop_id, id) in (
        select shop_id, id from shipment
        where ${sql.raw(condition)} and ${sql.ref(column)} <= ${now}
        order by ${sql.ref(column)} limit ${limit} for update skip locked)
      returning shop_id, id`.execute(trx);
    return rows;
  });
}

async function logged(context: Context, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => context.log.error({ err: error }, 'shipment work failed'));
}
