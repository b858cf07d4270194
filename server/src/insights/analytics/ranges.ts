import { addDays, daysIn, dayOf, daysInOrder } from '@courierdesk/contract/dates';

/** Days in the shop's time zone, both included; a missing side is open. */
export type DayRange = { readonly from: string | undefined; readonly to: string | undefined };

export type DateRanges = { readonly booked: DayRange | undefined; readonly delivered: DayRange | undefined };

const defaultDays = 7;

/** The date ranges of a request. Default: the last seven days; the end defaults to today. */
export function resolveRanges(
  dates: {
    bookingDateFrom?: string | undefined;
    bookingDateTo?: string | undefined;
    deliveredDateFrom?: string | undefined;
    deliveredDateTo?: string | undefined;
  },
  now: Date,
  timeZone: string,
): DateRanges {
  const today = dayOf(now, timeZone);
  const booked = rangeOf(dates.bookingDateFrom, dates.bookingDateTo, today);
  const delivered = rangeOf(dates.deliveredDateFrom, dates.deliveredDateTo, today);
  if (booked || delivered) return { booked, delivered };
  return { booked: { from: addDays(today, 1 - defaultDays), to: today }, delivered: undefined };
}

/** The ranges of the same length right before these; undefined if a range has no start. */
export function previousRanges({ booked, delivered }: DateRanges): DateRanges | undefined {
  const bookedBefore = booked && before(booked);
  const deliveredBefore = delivered && before(delivered);
  if ((booked && !bookedBefore) || (delivered && !deliveredBefore)) return undefined;
  return { booked: bookedBefore, delivered: deliveredBefore };
}

function rangeOf(first: string | undefined, last: string | undefined, today: string): DayRange | undefined {
  const { from, to } = daysInOrder(first, last);
  if (!from && !to) return undefined;
  return { from, to: to ?? (from && from > today ? from : today) };
}

function before({ from, to }: DayRange): DayRange | undefined {
  if (!from || !to || from > to) return undefined;
  return { from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) };
}
