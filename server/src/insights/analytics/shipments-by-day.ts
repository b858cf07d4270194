import type { Company } from '@courierdesk/contract/companies';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql, type RawBuilder } from 'kysely';
import type { DayRange } from './ranges.ts';

type ParcelFilter = {
  /** Ids that a search found. */
  readonly found: readonly string[] | undefined;
  readonly city?: string | undefined;
  readonly status?: ShipmentStatus | undefined;
  readonly trackingNumber?: string | undefined;
  readonly company?: Company | undefined;
};

/** Days of booking, of delivery, and of delivery or return. */
export type Within = {
  readonly booked?: DayRange | undefined;
  readonly delivered?: DayRange | undefined;
  readonly ended?: DayRange | undefined;
};

/**
 * Booked parcels as rows of (booked_day, ended_day, company, status, payment_status, n, cod): from the figures by day,
 * with the changes that the worker has not added yet; or counted one by one, where a filter needs more than these.
 * `ended_day` is the day of the delivery, or of the beginning of the return.
 */
export function shipmentsByDay(
  shopId: string,
  filter: ParcelFilter,
  ranges: Within,
  timeZone: string,
): RawBuilder<unknown> {
  const { found, city, status, trackingNumber, company } = filter;
  const within = [...rangeConditions(ranges)];
  if (status) within.push(sql`status = ${status}`);
  if (company) within.push(sql`company = ${company}`);
  if (city) within.push(sql`destination_key = ${city.toLowerCase()}`);
  if (found === undefined && trackingNumber === undefined) {
    const counted = sql.table(city ? 'shipment_courier_city_day' : 'shipment_courier_day');
    const where = sql.join([sql`shop_id = ${shopId}`, ...within], sql` and `);
    const columns = sql`booked_day, ended_day, company, status, payment_status, n, cod`;
    return sql`(
      select ${columns} from ${counted} where ${where}
      union all select ${columns} from shipment_day_change where ${where}) as parcel`;
  }
  // The index is by time.
  within.push(...bookedBetween(ranges.booked, timeZone));
  if (found) within.push(sql`id = any(${[...found]}::text[])`);
  if (trackingNumber) within.push(sql`tracking_number = ${trackingNumber}`);
  const where = sql.join([sql`shop_id = ${shopId} and tracking_number is not null`, ...within], sql` and `);
  return sql`(
    select booked_day, ended_day, company, status, payment_status, 1 as n, cod from shipment where ${where}) as parcel`;
}

/** Delivery days are those of delivered parcels, not of returns. */
function rangeConditions({ booked, delivered, ended }: Within): RawBuilder<boolean>[] {
  const conditions = [...daysWithin(sql`booked_day`, booked), ...daysWithin(sql`ended_day`, ended)];
  if (delivered) conditions.push(sql`status = 'DELIVERED'`, ...daysWithin(sql`ended_day`, delivered));
  return conditions;
}

export function daysWithin(column: RawBuilder<unknown>, range: DayRange | undefined): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (range?.from) conditions.push(sql`${column} >= ${range.from}::date`);
  if (range?.to) conditions.push(sql`${column} <= ${range.to}::date`);
  return conditions;
}

function bookedBetween(range: DayRange | undefined, timeZone: string): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  // A day more on each side: the days of parcels stay as they were when a shop changes its time zone.
  if (range?.from) conditions.push(sql`booked_at >= (${range.from}::date - 1)::timestamp at time zone ${timeZone}`);
  if (range?.to) conditions.push(sql`booked_at < (${range.to}::date + 2)::timestamp at time zone ${timeZone}`);
  return conditions;
}
