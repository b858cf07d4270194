import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { withShop } from '../../base/db/tenancy.ts';

/** Below this many, adding up the changes costs next to nothing. */
const maxChanges = 200;

/** So that a large change, such as the import of a year, does not hold its rows for long. */
const changesAtOnce = 50_000;

/** Adds the appended changes of some shops to the figures by day. */
export async function foldDayCounts(context: Pick<Context, 'db'>): Promise<number> {
  const { rows: shopIds } = await rowsOfShops(context.db, async (trx, shopId) => {
    const { rows } = await sql<{ shop_id: string }>`
      select shop_id from shipment_day_change where ${isOfShop('shop_id', shopId)}
      group by shop_id having count(*) > ${maxChanges} limit 20`.execute(trx);
    return rows.map((row) => row.shop_id);
  });
  for (const shopId of shopIds) {
    let taken = changesAtOnce;
    while (taken === changesAtOnce) taken = await withShop(context.db, shopId, (trx) => foldSome(trx, shopId));
  }
  return shopIds.length;
}

/** One statement, so that a reader counts each change once: in the changes before, in the tables after. */
async function foldSome(trx: Db, shopId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from shipment_day_change where shop_id = ${shopId} and id in (
        select id from shipment_day_change where shop_id = ${shopId}
        order by id limit ${changesAtOnce} for update skip locked)
      returning *
    ), by_courier as (
      insert into shipment_courier_day as c (shop_id, booked_day, ended_day, company, status, payment_status, n, cod)
      select shop_id, booked_day, ended_day, company, status, payment_status, sum(n), sum(cod) from taken
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 or sum(cod) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (shop_id, booked_day, ended_day, company, status, payment_status)
        do update set n = c.n + excluded.n, cod = c.cod + excluded.cod
    ), by_courier_and_city as (
      insert into shipment_courier_city_day as c
        (shop_id, destination_key, booked_day, ended_day, company, status, payment_status, n, cod)
      select shop_id, destination_key, booked_day, ended_day, company, status, payment_status, sum(n), sum(cod)
      from taken
      group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0 or sum(cod) <> 0 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (shop_id, destination_key, booked_day, ended_day, company, status, payment_status)
        do update set n = c.n + excluded.n, cod = c.cod + excluded.cod
    ), by_city as (
      insert into shipment_city_day as c (shop_id, booked_day, destination_key, company, status, n, days)
      select shop_id, booked_day, destination_key, company, status, sum(n),
        sum(case when status = 'DELIVERED' then n * (ended_day - booked_day) else 0 end) from taken
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (shop_id, booked_day, destination_key, company, status)
        do update set n = c.n + excluded.n, days = c.days + excluded.days
    ), by_staff as (
      insert into shipment_staff_day as c (shop_id, booked_day, user_id, booked_by, status, n)
      select shop_id, booked_day, user_id, booked_by, status, sum(n) from taken where user_id <> ''
      group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
      on conflict (shop_id, booked_day, user_id, booked_by, status) do update set n = c.n + excluded.n
    )
    select count(*) as taken from taken`.execute(trx);
  return rows[0]?.taken ?? 0;
}
