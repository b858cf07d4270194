import { dayOf } from '@courierdesk/contract/dates';
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
/** Couriers pay each week, or each second week. */
const paymentDays = 14;
/** The same as above, for parcels delivered earlier. */
const missingPaymentSinceDays = 180;

/**
 * SQL: the parcel (`s`) is checked when it is due, so what we say of it is true. On the FREE plan, and while a courier refuses
 * the credentials, nobody checks. A parcel without a next check is a case on the Needs attention page.
 */
const isChecked = (now: Date): RawBuilder<SqlBool> => sql`s.next_track_at > ${daysBefore(now, uncheckedDays)}`;

/**
 * Which booked parcels (`s`) wait for a person. The to-do list counts them and the orders list shows them by the same
 * words. Only a parcel that is checked is late: another one may have arrived.
 */
export function parcelsToDo(kind: ParcelsToDo, shopId: string, now: Date): RawBuilder<SqlBool> {
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
    case 'MISSING_PAYMENT':
      return sql`s.status = 'DELIVERED' and s.payment_status = 'UNPAID' and s.cod > 0
        and s.delivered_at < ${daysAgo(paymentDays)}
        and exists (
          select from ${paidDays(shopId, daysAgo(missingPaymentSinceDays))} as paid
          where paid.company = s.company and s.ended_day >= paid.first_day and s.ended_day < paid.last_day)`;
    case 'PAID_SHORT':
      return sql`s.payment_status = 'PAID' and s.paid_amount < s.cod`;
  }
}

/**
 * The first and the last day since this one of which each courier paid a delivered parcel, from the figures by day and the changes
 * that are not added to them yet. A shop that does not record payments has none: there, a parcel without one says nothing.
 */
function paidDays(shopId: string, since: Date): RawBuilder<unknown> {
  const paid = sql`shop_id = ${shopId} and status = 'DELIVERED' and payment_status = 'PAID'
    and ended_day >= ${dayOf(since, 'Asia/Karachi')}::date`;
  return sql`(
    select company, min(ended_day) as first_day, max(ended_day) as last_day
    from (
      select company, ended_day
      from (
        select company, ended_day, cod from shipment_courier_day where ${paid}
        union all select company, ended_day, cod from shipment_day_change where ${paid}) as counted
      group by company, ended_day having sum(cod) > 0) as paid_day
    group by company)`;
}

/** When such a parcel began to wait. */
export function waitsSince(kind: ParcelsToDo): RawBuilder<Date> {
  switch (kind) {
    case 'STUCK':
    case 'ATTEMPTED':
      return sql`coalesce(s.last_courier_update_at, s.booked_at)`;
    case 'MISSING_PAYMENT':
      return sql`s.delivered_at`;
    default:
      return sql`s.booked_at`;
  }
}
