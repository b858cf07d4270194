import type { ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const day = 86_400_000;
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * day);

/** Parcels older than this were printed elsewhere or never sent. */
const printDays = 7;
const pickUpDays = 2;
const stuckDays = 3;
const uncheckedDays = 1;
/** Parcels booked earlier would make a list that nobody works through. */
const uncheckedSinceDays = 30;

/**
 * SQL: the parcel (`s`) is checked when it is due, so what we say of it is true. On the FREE plan, and while a courier refuses
 * the credentials, nobody checks. A parcel without a next check is a case on the Needs attention page.
 */
const isChecked = (now: Date): RawBuilder<SqlBool> => sql`s.next_track_at > ${daysBefore(now, uncheckedDays)}`;

/**
 * Which booked parcels (`s`) wait for a person. The to-do list counts them and the orders list shows them by the same
 * words. Only a parcel that is checked is late: another one may have arrived.
 */
export function parcelsToDo(kind: ParcelsToDo, now: Date): RawBuilder<SqlBool> {
  const daysAgo = (days: number): Date => daysBefore(now, days);
  switch (kind) {
    case 'LATE':
      return sql`s.late_from <= ${now} and ${isChecked(now)}`;
    case 'UNPRINTED':
      return sql`s.status = 'FULFILLED' and s.booking_state = 'booked' and s.origin = 'booked'
        and s.booked_at >= ${daysAgo(printDays)} and not exists (
          select from shipment_print as p
          where p.shop_id = s.shop_id and p.shipment_id = s.id and p.kind = 'airway-bill')`;
    case 'NOT_PICKED_UP':
      return sql`s.status = 'FULFILLED' and s.booking_state = 'booked' and ${isChecked(now)}
        and s.booked_at < ${daysAgo(pickUpDays)}`;
    case 'STUCK':
      return sql`s.status = 'INPROCESS' and s.booking_state = 'booked' and ${isChecked(now)}
        and coalesce(s.last_courier_update_at, s.booked_at) < ${daysAgo(stuckDays)}`;
    case 'UNCHECKED':
      return sql`s.status in ('FULFILLED', 'INPROCESS') and s.booking_state = 'booked'
        and s.next_track_at <= ${daysAgo(uncheckedDays)} and s.booked_at >= ${daysAgo(uncheckedSinceDays)}`;
    case 'ATTEMPTED':
      return sql`s.trouble in ('attempted', 'return-next') and s.status = 'INPROCESS'`;
  }
}

/** When such a parcel began to wait. */
export function waitsSince(kind: ParcelsToDo): RawBuilder<Date> {
  return kind === 'STUCK' || kind === 'ATTEMPTED'
    ? sql`coalesce(s.last_courier_update_at, s.booked_at)`
    : sql`s.booked_at`;
}
