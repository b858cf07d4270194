import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/** Shops are spread over the hour after three o'clock in their time zone. */
const nightlyHour = 3;
const spreadMinutes = 60;

/** The next time of a shop's nightly work. For a query with the shop as `shop`. */
export function nextNight(now: Date): RawBuilder<Date> {
  const localDay = sql`date_trunc('day', ${now}::timestamptz at time zone shop.time_zone)`;
  const minutes = sql`(('x' || right(shop.id, 4))::bit(16)::integer % ${sql.lit(spreadMinutes)})`;
  const at = (days: number) =>
    sql<Date>`((${localDay} + make_interval(days => ${sql.lit(days)}, hours => ${sql.lit(nightlyHour)}, mins => ${minutes})) at time zone shop.time_zone)`;
  return sql<Date>`(case when ${at(0)} > ${now}::timestamptz then ${at(0)} else ${at(1)} end)`;
}

export async function nextNightOf(trx: Db, shopId: string, now: Date): Promise<Date> {
  const { next } = await trx
    .selectFrom('shop')
    .select(nextNight(now).as('next'))
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return next;
}
