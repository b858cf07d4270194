import { dayOf, daysInOrder } from '@courierdesk/contract/dates';
import type { StaffSearch } from './staff-search.ts';
import { useNow } from '../../lib/use-now.ts';
import { useTimeZone } from '../../lib/time-zone.ts';

/** The days of the URL, today without them, in order. Without an end until today; without a beginning the last day alone. */
export function useStaffDays(search: StaffSearch): { start: string; end: string } {
  const today = dayOf(useNow(), useTimeZone());
  const { from, to } = daysInOrder(search.bookingfrom, search.bookingto);
  return { start: from ?? to ?? today, end: to ?? (from && from > today ? from : today) };
}
