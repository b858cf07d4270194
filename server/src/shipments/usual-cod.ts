import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const parcels = 500;
/** Below this many parcels nothing is usual yet. */
const fewest = 20;
const timesTheUsual = 3;
/** Whole rupees; smaller amounts are never suspicious. */
const smallestSuspicious = 15_000;

/** The median COD of the shop's last parcels, in whole rupees; nothing for a shop with few. */
export async function usualCod(trx: Db, shopId: string): Promise<number | null> {
  const { rows } = await sql<{ usual: number | null }>`
    select case when count(*) >= ${fewest}::int
      then round(percentile_cont(0.5) within group (order by cod::float8))::int end as usual
    from (
      select cod from shipment
      where shop_id = ${shopId} and tracking_number is not null and cod > 0
      order by booked_at desc, id desc limit ${parcels}) as last`.execute(trx);
  return rows[0]?.usual ?? null;
}

/** More than three times what the shop usually collects, and more than Rs 15,000; without anything usual, never. */
export const isSuspiciouslyHigh = (cod: number, usual: number | null): boolean =>
  usual !== null && cod > smallestSuspicious && cod > timesTheUsual * usual;
