import { Day, dayOf, daysInOrder } from '@courierdesk/contract/dates';
import * as z from 'zod';
import { StaffSearch } from './staff-search.ts';
import { readFilters, textOf } from '../../lib/url-filters.ts';
import { useNow } from '../../lib/use-now.ts';
import { useTimeZone } from '../../lib/time-zone.ts';

const Days = z.object({ bookingfrom: Day.optional(), bookingto: Day.optional() });
const names = StaffSearch.keyof().options;

/**
 * The days of the URL, today without them, in order. Without an end until today; without a beginning the last day alone.
 * `unreadable`: what is no date.
 */
export function useStaffDays(search: StaffSearch): { days: { start: string; end: string }; unreadable: string[] } {
  const today = dayOf(useNow(), useTimeZone());
  const { query, problems = {} } = readFilters(Days, search);
  const { from, to } = daysInOrder(query.bookingfrom, query.bookingto);
  return {
    days: { start: from ?? to ?? today, end: to ?? (from && from > today ? from : today) },
    unreadable: names.filter((name) => name in problems).map((name) => textOf(search[name])),
  };
}
