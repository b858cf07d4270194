import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { CompiledOnce } from '../db/compiled-once.ts';
import { acrossShops } from '../db/tenancy.ts';
import { filtersOf, matchingShipments, placedValues, valuesOf, type Asked } from './shipment-filters.ts';

/** Counters know how many there are of each value, and of each of several together. */
export const isInCounters = (query: ShipmentsQuery): boolean => filtersOf(query).length === valuesOf(query).length;

/** How many match: from the counters where they know it, else counted. */
export async function countShipments(trx: Db, asked: Asked): Promise<number> {
  if (isInCounters(asked.query)) return sumOfCounters(trx, asked);
  const row = await matchingShipments(trx, asked)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

const sums = new CompiledOnce<{ n: string }>();

/** The counters as they were last brought up to date, and what changed since. */
async function sumOfCounters(trx: Db, { shopId, query }: Asked): Promise<number> {
  const values = valuesOf(query);
  const columns = values.map(({ column }) => column);
  const [sum] = await sums.rows(trx, columns.join(), placedValues(shopId, values), (place) => {
    const counted = columns.reduce(
      (rows, column) => rows.where(column, '=', place(column)),
      trx.selectFrom('shipment_count').select('n').where('shop_id', '=', place('shop')),
    );
    const changed = columns.reduce(
      (rows, column) => rows.where(column, '=', place(column)),
      trx.selectFrom('shipment_count_change').select('n').where('shop_id', '=', place('shop')),
    );
    return trx
      .selectFrom(
        counted
          .$if(!columns.includes('destination_key'), (all) => all.where('destination_key', 'is', null))
          .unionAll(changed)
          .as('counted'),
      )
      .select(sql<string>`coalesce(sum(n), 0)`.as('n'));
  });
  return Number(sum?.n ?? 0);
}

/** Adding up so many differences is nothing. */
const mostChanges = 200;

/** Brings the counters of some shops up to date with the appended differences. */
export function foldCounts(context: Pick<Context, 'db'>): Promise<number> {
  return acrossShops(context.db, async (trx) => {
    const { rows } = await sql<{ shop_id: string }>`
      select shop_id from shipment_count_change group by shop_id having count(*) > ${mostChanges} limit 20`.execute(
      trx,
    );
    for (const { shop_id: shopId } of rows) await foldCountsOf(trx, shopId);
    return rows.length;
  });
}

async function foldCountsOf(trx: Db, shopId: string): Promise<void> {
  await sql`
    with taken as (
      delete from shipment_count_change where shop_id = ${shopId}
        and id in (select id from shipment_count_change where shop_id = ${shopId} for update skip locked)
      returning destination_key, status, company, payment_status, tag, booked_by, n)
    insert into shipment_count as counter (shop_id, destination_key, status, company, payment_status, tag, booked_by, n)
    select ${shopId}, destination_key, status, company, payment_status, tag, booked_by, sum(n)
    from taken
    group by grouping sets (
      (destination_key, status, company, payment_status, tag, booked_by),
      (status, company, payment_status, tag, booked_by))
    having sum(n) <> 0
    order by destination_key, status, company, payment_status, tag, booked_by
    on conflict (shop_id, destination_key, status, company, payment_status, tag, booked_by)
      do update set n = counter.n + excluded.n`.execute(trx);
  await sql`delete from shipment_count where shop_id = ${shopId} and n = 0`.execute(trx);
}
