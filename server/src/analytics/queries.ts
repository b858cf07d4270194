import type { Company } from '@courierdesk/contract/companies';
import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../db/client.ts';
import type { DateRanges, DayRange } from './ranges.ts';

export type AnalyticsFilter = {
  readonly query?: string | undefined;
  readonly city?: string | undefined;
  readonly status?: ShipmentStatus | undefined;
  readonly trackingNumber?: string | undefined;
  readonly company?: Company | undefined;
};

export type StatusCounts = Record<ShipmentStatus, number>;

/** Counts booked shipments by status. */
export async function countsByStatus(
  trx: Db,
  shopId: string,
  ranges: DateRanges,
  filter: AnalyticsFilter,
  timeZone: string,
): Promise<StatusCounts> {
  const conditions: Expression<SqlBool>[] = [
    ...within(sql.ref('booked_at'), ranges.booked, timeZone),
    ...within(sql.ref('delivered_at'), ranges.delivered, timeZone),
  ];
  const { query, city, status, trackingNumber, company } = filter;
  if (query) conditions.push(sql`id in (select search_shipments(${likeText(query)}))`);
  if (city) conditions.push(sql`destination_key = ${city.toLowerCase()}`);
  if (status) conditions.push(sql`status = ${status}`);
  if (trackingNumber) conditions.push(sql`tracking_number = ${trackingNumber}`);
  if (company) conditions.push(sql`company = ${company}`);
  const rows = await trx
    .selectFrom('shipment')
    .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
    .where('shop_id', '=', shopId)
    .where('tracking_number', 'is not', null)
    .where((eb) => eb.and(conditions))
    .groupBy('status')
    .execute();
  const counts: StatusCounts = { FULFILLED: 0, INPROCESS: 0, DELIVERED: 0, CANCELLED: 0, RTS: 0 };
  for (const row of rows) counts[ShipmentStatus.parse(row.status)] = row.n;
  return counts;
}

function within(column: Expression<unknown>, range: DayRange | undefined, timeZone: string): Expression<SqlBool>[] {
  if (!range) return [];
  const conditions: Expression<SqlBool>[] = [];
  if (range.from) conditions.push(sql`${column} >= (${range.from}::date)::timestamp at time zone ${timeZone}`);
  if (range.to) conditions.push(sql`${column} < (${range.to}::date + 1)::timestamp at time zone ${timeZone}`);
  return conditions;
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
