import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { Delivered } from './usual-days.ts';

/** Changes that are not in the figures by day yet. More of them than this wait only after a large import. */
const maxChanges = 2000;

type Where = { readonly shopId: string; readonly company: string; readonly city: string; readonly since: string };

/** Deliveries of a courier since a day: of the whole shop, and to one city (its `destination_key`). */
export async function deliveriesSince(
  trx: Db,
  { shopId, company, city, since }: Where,
): Promise<{ all: Delivered[]; toCity: Delivered[] }> {
  const { rows } = await sql<Delivered & { to_city: boolean }>`
    with waiting as (
      select * from shipment_day_change where shop_id = ${shopId} order by id desc limit ${maxChanges}
    ), delivered as (
      select false as to_city, booked_day, ended_day, n from shipment_courier_day
      where shop_id = ${shopId} and company = ${company} and status = 'DELIVERED' and ended_day >= ${since}::date
      union all
      select true, booked_day, ended_day, n from shipment_courier_city_day
      where shop_id = ${shopId} and destination_key = ${city} and company = ${company} and status = 'DELIVERED'
        and ended_day >= ${since}::date
      union all
      select what.to_city, booked_day, ended_day, n
      from waiting cross join (values (false), (true)) as what (to_city)
      where company = ${company} and status = 'DELIVERED' and ended_day >= ${since}::date
        and (not what.to_city or destination_key = ${city})
    )
    select to_city, booked_day - date '1970-01-01' as booked, ended_day - date '1970-01-01' as delivered,
      sum(n)::integer as n
    from delivered where booked_day <= ended_day group by 1, 2, 3 having sum(n) > 0`.execute(trx);
  return { all: rows.filter((row) => !row.to_city), toCity: rows.filter((row) => row.to_city) };
}
