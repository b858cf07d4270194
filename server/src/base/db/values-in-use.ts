import { sql } from 'kysely';
import type { Db } from './client.ts';

export type FreeTextColumn = 'company' | 'booked_by' | 'tag';

/** How the shop's booked shipments spell these values, which people may type in another letter case. */
export async function spellingsInUse(
  trx: Db,
  shopId: string,
  column: FreeTextColumn,
  values: readonly string[],
): Promise<string[]> {
  const request = new Set(values.map((value) => value.toLowerCase()));
  const stored = (await valuesInUse(trx, shopId, column)).filter((value) => request.has(value.toLowerCase()));
  return stored.length > 0 ? stored : [...values];
}

/** The distinct values of a column in the shop's booked shipments. Takes one index step per value. */
export async function valuesInUse(trx: Db, shopId: string, column: FreeTextColumn): Promise<string[]> {
  const value = sql.ref(column);
  // The index contains only rows with a tag.
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
