import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const sampleSize = 500;
/** With fewer parcels there is no usual COD. */
const minParcels = 20;

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
