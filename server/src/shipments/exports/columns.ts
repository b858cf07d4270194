import { companies, companyName } from '@courierdesk/contract/companies';
import type { ExportColumn } from '@courierdesk/contract/export-columns';
import { statusName } from '@courierdesk/contract/statuses';
import { sql, type RawBuilder } from 'kysely';

/** The value of a cell. Dates look like `2026-11-21 15:04`, in the shop's time zone. */
export type Cell = string | number | null;

export type ColumnSettings = { readonly timeZone: string; readonly now: Date };

/** The SQL of each column, for the shipment `s` and its account `a`. */
export function columnSql(column: ExportColumn, settings: ColumnSettings): RawBuilder<Cell> {
  const { timeZone, now } = settings;
  const local = (instant: string): RawBuilder<Cell> =>
    sql`to_char(${sql.ref(instant)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`;
  const day = (instant: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${instant} at time zone ${timeZone})::date`;
  switch (column) {
    case 'order_name':
    case 'tracking_number':
    case 'status_text':
    case 'consignee_name':
    case 'consignee_phone':
    case 'consignee_phone2':
    case 'consignee_phone3':
    case 'consignee_email':
    case 'consignee_address':
    case 'city':
    case 'destination_city':
    case 'products_list':
    case 'pieces':
    case 'weight':
    case 'remarks':
    case 'booked_by':
    case 'tag':
    case 'reference':
      return sql`${sql.ref(`s.${column}`)}`;
    case 'account_name':
      return sql`a.name`;
    case 'courier':
      return inWords('s.company', Object.fromEntries(companies.map((company) => [company, companyName[company]])));
    case 'status':
      return inWords('s.status', statusName);
    case 'payment_status':
      return inWords('s.payment_status', { PAID: 'Paid', UNPAID: 'Unpaid' });
    case 'cod':
      return sql`round(s.cod)::float8`;
    case 'paid_amount':
      return sql`s.paid_amount::float8`;
    case 'status_date':
      return local('s.status_at');
    case 'booking_date':
      return local('s.booked_at');
    case 'delivered_date':
      return local('s.delivered_at');
    case 'cancelled_date':
      return local('s.cancelled_at');
    case 'expected_date':
      return local('s.expected_at');
    case 'days':
      // Negative: the parcel was added after its end, and its courier does not say when it began.
      return sql`case when s.days_taken < 0 then null
        else coalesce(s.days_taken, ${day(sql`${now}::timestamptz`)} - ${day(sql`s.booked_at`)}) end`;
    case 'tracking_link':
      // export-rows.ts makes the link of it.
      return sql`s.tracking_number`;
  }
}

/** The words of known values, and others as they are. */
function inWords(column: string, words: Readonly<Record<string, string>>): RawBuilder<Cell> {
  const cases = Object.entries(words).map(([value, word]) => sql`when ${value}::text then ${word}::text`);
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.ref(column)} end`;
}
