import type { ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const day = 86_400_000;

/** Parcels older than this were printed elsewhere or never sent. */
const printDays = 7;
const pickUpDays = 2;
const stuckDays = 3;

/**
 * Which booked parcels (`s`) wait for a person. The to-do list counts them and the orders list shows them by the same
 * words. Only parcels that we still check are late: the others are cases on the Needs attention page.
 */
export function parcelsToDo(kind: ParcelsToDo, now: Date): RawBuilder<SqlBool> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * day);
  switch (kind) {
    case 'LATE':
      return sql`s.late_from <= ${now} and s.next_track_at is not null`;
    case 'UNPRINTED':
      return sql`s.status = 'FULFILLED' and s.booking_state = 'booked' and s.origin = 'booked'
        and s.booked_at >= ${daysAgo(printDays)} and not exists (
          select from shipment_print as p
          where p.shop_id = s.shop_id and p.shipment_id = s.id and p.kind = 'airway-bill')`;
    case 'NOT_PICKED_UP':
      return sql`s.status = 'FULFILLED' and s.booking_state = 'booked' and s.next_track_at is not null
        and s.booked_at < ${daysAgo(pickUpDays)}`;
    case 'STUCK':
      return sql`s.status = 'INPROCESS' and s.booking_state = 'booked' and s.next_track_at is not null
        and coalesce(s.last_courier_update_at, s.booked_at) < ${daysAgo(stuckDays)}`;
    case 'ATTEMPTED':
      return sql`s.trouble in ('attempted', 'return-next') and s.status = 'INPROCESS'`;
  }
}

/** When such a parcel began to wait. */
export function waitsSince(kind: ParcelsToDo): RawBuilder<Date> {
  return kind === 'LATE' || kind === 'UNPRINTED' || kind === 'NOT_PICKED_UP'
    ? sql`s.booked_at`
    : sql`coalesce(s.last_courier_update_at, s.booked_at)`;
}
