import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { valuesInUse } from '../../base/db/values-in-use.ts';

/** The cities that the shop has sent to and its couriers, by name. Takes one index step per value, not per shipment. */
export async function filterChoices(trx: Db, shopId: string): Promise<{ cities: string[]; couriers: string[] }> {
  return { cities: await destinationCities(trx, shopId), couriers: await valuesInUse(trx, shopId, 'company') };
}

async function destinationCities(trx: Db, shopId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive city (key, name) as (
      (select destination_key, destination_city from shipment
       where shop_id = ${shopId} and tracking_number is not null
       order by destination_key, booked_at desc, id desc limit 1)
      union all
      select next.destination_key, next.destination_city
      from city cross join lateral (
        select destination_key, destination_city from shipment
        where shop_id = ${shopId} and tracking_number is not null and destination_key > city.key
        order by destination_key, booked_at desc, id desc limit 1) as next
    )
    select name from city where key <> ''`.execute(trx);
  return rows.map((row) => row.name);
}
