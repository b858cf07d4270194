import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** The values that a column of the shop's booked shipments has: one step in its index for each. */
export async function valuesInUse(trx: Db, shopId: string, column: 'company' | 'booked_by' | 'tag'): Promise<string[]> {
  const value = sql.ref(column);
  // Only rows with a tag are in its index.
  const booked = sql`shop_id = ${shopId} and tracking_number is not null ${column === 'tag' ? sql`and tag <> ''` : sql``}`;
  const { rows } = await sql<{ value: string }>`
    with recursive used (value) as (
      (select ${value} from shipment where ${booked} order by ${value}, booked_at desc, id desc limit 1)
      union all
      select next.${value}
      from used cross join lateral (
        select ${value} from shipment where ${booked} and ${value} > used.value
        order by ${value}, booked_at desc, id desc limit 1) as next
    )
    select value from used`.execute(trx);
  return rows.map((row) => row.value);
}
