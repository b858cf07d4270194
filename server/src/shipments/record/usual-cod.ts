import { timesUsual } from '@courierdesk/contract/unusual-cod';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

const sampleSize = 500;
/** With fewer parcels there is no usual COD. */
const minParcels = 20;
const timesUsualInBatch = 3;
const minHigh = 15_000;

/** The median COD of the shop's last parcels, in whole rupees, or null for a shop with few parcels. */
export async function usualCod(trx: Db, shopId: string): Promise<number | null> {
  const { rows } = await sql<{ usual: number | null }>`
    select case when count(*) >= ${minParcels}::int
      then round(percentile_cont(0.5) within group (order by cod::float8))::int end as usual
    from (
      select cod from shipment
      where shop_id = ${shopId} and tracking_number is not null and cod > 0
      order by booked_at desc, id desc limit ${sampleSize}) as last`.execute(trx);
  return rows[0]?.usual ?? null;
}

/**
 * From this COD on, in whole rupees, a batch asks about an amount: more than three times the usual COD and more than Rs 15,000, or
 * what the form asks about too.
 */
export const highCodOf = (usual: number): number =>
  Math.min(timesUsual * usual, Math.max(minHigh, timesUsualInBatch * usual) + 1);
