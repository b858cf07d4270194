import { maxCountedMatches } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { filtersOf, isOneOf, matchingShipments, type ListRequest } from './shipment-filters.ts';

/** Counters exist for filters by value, alone and together. Other filters need a count of the rows. */
export const canUseCounters = ({ query, valueFilters }: ListRequest): boolean =>
  filtersOf(query).length === valueFilters.length;

/** The number of matching shipments, from the counters if possible. */
export async function countShipments(trx: Db, request: ListRequest): Promise<number> {
  if (canUseCounters(request)) return sumOfCounters(trx, request);
  const row = await matchingShipments(trx, request)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** A total; `more` means that there are more than `total`. */
export type Total = { readonly total: number; readonly more: boolean };

/** The total that the list shows. A search is counted up to a maximum that people still page through. */
export async function totalForList(trx: Db, request: ListRequest): Promise<Total> {
  const { query, found } = request;
  if (!query.query) return { total: await countShipments(trx, request), more: false };
  // A search without other filters has found exactly these.
  const n =
    found && filtersOf(query).length === 1 ? found.length : await countSome(trx, request, maxCountedMatches + 1);
  return { total: Math.min(n, maxCountedMatches), more: n > maxCountedMatches };
}

/** Counts no further than `max`. */
export async function countSome(trx: Db, request: ListRequest, max: number): Promise<number> {
  const matches = matchingShipments(trx, request).select('s.id').limit(max).as('matches');
  const { n } = await trx
    .selectFrom(matches)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Sums the counters and the changes since the worker updated them. Triggers count_shipments_on_… on shipment append the
 * changes.
 */
async function sumOfCounters(trx: Db, { shopId, valueFilters }: ListRequest): Promise<number> {
  const isCity = valueFilters.some(({ column }) => column === 'destination_key');
  const conditions = valueFilters.map(({ column, values }) => isOneOf(sql.ref(column), values));
  const counted = trx
    .selectFrom('shipment_count')
    .select('n')
    .where('shop_id', '=', shopId)
    .where((eb) => eb.and(conditions))
    // Counters without a city are the sums over all cities.
    .$if(!isCity, (rows) => rows.where('destination_key', 'is', null));
  const changed = trx
    .selectFrom('shipment_count_change')
    .select('n')
    .where('shop_id', '=', shopId)
    .where((eb) => eb.and(conditions));
  const { n } = await trx
    .selectFrom(counted.unionAll(changed).as('counted'))
    .select(sql<string>`coalesce(sum(n), 0)`.as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Fewer changes than this are cheap to add up at each read. */
const maxChanges = 200;

/** Adds the appended changes of some shops to their counters. */
export async function foldCounts({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows: shopIds } = await rowsOfShops(db, async (trx, shopId) => {
    const { rows } = await sql<{ shop_id: string }>`
      select shop_id from shipment_count_change where ${isOfShop('shop_id', shopId)}
      group by shop_id having count(*) > ${maxChanges} limit 20`.execute(trx);
    return rows.map((row) => row.shop_id);
  });
  for (const shopId of shopIds) await withShop(db, shopId, (trx) => foldCountsOf(trx, shopId));
  return shopIds.length;
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
