import { BookingFields } from '@courierdesk/contract/booking';
import { cutText } from '@courierdesk/contract/cut-text';
import type { BookingRequest } from '../booking/booking-request.ts';
import type { Row } from '../batches/row.ts';

/** The row as the booking request that its form would send; undefined if a cell is not valid. */
export function bookingRequestOf(row: Row): BookingRequest | undefined {
  const fields = BookingFields.safeParse({
    ...row.fields,
    city: cutText(row.facts.city, 200),
    confirmed: row.accepted,
  });
  return fields.success
    ? { fields: fields.data, orders: [{ ref: row.store_order_id, version: row.version }] }
    : undefined;
}
