import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { daysWithin, type Within } from './shipments-by-day.ts';
import type { Days } from './day-series.ts';

/** Parcels of one courier, status and payment status, with their amounts, and the days to deliver `timed` of them. */
export type ShipmentGroup = {
  readonly company: string;
  readonly status: ShipmentStatus;
  readonly paid: boolean;
  readonly n: number;
  readonly cod: number;
  readonly timed: number;
  readonly days: number;
};

/** A parcel that was added after its delivery was booked on a day that we do not know. */
const isTimed = sql`status = 'DELIVERED' and booked_day <= ended_day`;

export async function shipmentGroups(trx: Db, parcels: RawBuilder<unknown>): Promise<ShipmentGroup[]> {
  const { rows } = await sql<Omit<ShipmentGroup, 'status'> & { status: string }>`
    select company, status, payment_status = 'PAID' as paid, sum(n)::bigint as n, round(sum(cod))::bigint as cod,
      coalesce(sum(n) filter (where ${isTimed}), 0)::bigint as timed,
      coalesce(sum(n * (ended_day - booked_day)) filter (where ${isTimed}), 0)::bigint as days
    from ${parcels} group by 1, 2, 3 having sum(n) <> 0`.execute(trx);
  return rows.map((row) => ({ ...row, status: ShipmentStatus.parse(row.status) }));
}

export type DayCounts = {
  readonly day: string;
  readonly what: 'booked' | 'delivered' | 'returned';
  readonly n: number;
};

/** Parcels by the day of their booking, delivery or return. */
export async function countsOfDays(trx: Db, parcelsOf: ParcelsOf, days: Days): Promise<DayCounts[]> {
  const booked = await sql<DayCounts>`
      select booked_day::text as day, 'booked' as what, sum(n)::bigint as n
      from ${parcelsOf({ booked: days })} group by 1`.execute(trx);
  const ended = await sql<DayCounts>`
      select ended_day::text as day, case when status = 'RTS' then 'returned' else 'delivered' end as what,
        sum(n)::bigint as n
      from ${parcelsOf({ ended: days })} where status in ('DELIVERED', 'RTS') group by 1, 2`.execute(trx);
  return [...booked.rows, ...ended.rows];
}

/** Parcels with their booking, or their delivery or return, within these days. */
type ParcelsOf = (within: Within) => RawBuilder<unknown>;

/** The first day with a booking. */
export async function firstDay(trx: Db, shopId: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(booked_day) from shipment_courier_day where shop_id = ${shopId}),
      (select min(booked_day) from shipment_day_change where shop_id = ${shopId}))::text as day`.execute(trx);
  return rows[0]?.day ?? undefined;
}

type CityGroup = {
  readonly city: string;
  readonly company: string;
  readonly status: ShipmentStatus;
  readonly n: number;
  readonly timed: number;
  readonly days: number;
};

/** The cities with most parcels booked in a range, by courier and status; and how many cities there are. */
export async function cityGroups(
  trx: Db,
  shopId: string,
  asked: { readonly range: { from: string | undefined; to: string | undefined }; readonly city: string | undefined },
  limit: number,
): Promise<{ groups: CityGroup[]; total: number }> {
  const conditions = [sql`shop_id = ${shopId} and status <> 'CANCELLED'`, ...daysWithin(sql`booked_day`, asked.range)];
  if (asked.city) conditions.push(sql`destination_key = ${asked.city.toLowerCase()}`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<Omit<CityGroup, 'status'> & { status: string; total: number }>`
    with grouped as (
      select destination_key, company, status, sum(n)::bigint as n, sum(timed)::bigint as timed,
        sum(days)::bigint as days
      from (
        select destination_key, company, status, n, case when status = 'DELIVERED' then n else 0 end as timed, days
        from shipment_city_day where ${where}
        union all
        -- Takes out the days of parcels that were added after their delivery.
        select destination_key, company, status, 0, -n, -n * (ended_day - booked_day)
        from shipment_courier_city_day where ${where} and status = 'DELIVERED' and ended_day < booked_day
        union all
        select destination_key, company, status, n, case when ${isTimed} then n else 0 end,
          case when ${isTimed} then n * (ended_day - booked_day) else 0 end
        from shipment_day_change where ${where}
      ) as parcel group by 1, 2, 3 having sum(n) <> 0
    ), city as (
      select destination_key, sum(n) as parcels, count(*) over () as total from grouped group by 1
      order by 2 desc, 1 limit ${limit}
    )
    select coalesce((
        select s.destination_city from shipment s
        where s.shop_id = ${shopId} and s.destination_key = city.destination_key and s.tracking_number is not null
        order by s.booked_at desc, s.id desc limit 1), city.destination_key) as city,
      grouped.company, grouped.status, grouped.n, grouped.timed, grouped.days, city.total
    from city join grouped using (destination_key)
    order by city.parcels desc, city.destination_key`.execute(trx);
  return {
    groups: rows.map(({ total: _total, ...row }) => ({ ...row, status: ShipmentStatus.parse(row.status) })),
    total: rows[0]?.total ?? 0,
  };
}
