import { addDays, dayOf, daysInOrder } from '@courierdesk/contract/dates';

/** Days of the shop's time zone, both included; open where a side is left out. */
export type DayRange = { readonly from: string | undefined; readonly to: string | undefined };

export type AskedRanges = { readonly booked: DayRange | undefined; readonly delivered: DayRange | undefined };

const defaultDays = 7;

/** What the dates of a call mean: the last seven days when there is none, until today where only a start is given. */
export function askedRanges(
  dates: {
    bookingDateFrom?: string | undefined;
    bookingDateTo?: string | undefined;
    deliveredDateFrom?: string | undefined;
    deliveredDateTo?: string | undefined;
  },
  now: Date,
  timeZone: string,
): AskedRanges {
  const today = dayOf(now, timeZone);
  const booked = rangeOf(dates.bookingDateFrom, dates.bookingDateTo, today);
  const delivered = rangeOf(dates.deliveredDateFrom, dates.deliveredDateTo, today);
  if (booked || delivered) return { booked, delivered };
  return { booked: { from: addDays(today, 1 - defaultDays), to: today }, delivered: undefined };
}

/** The ranges of the same length right before; nothing where one has no start. */
export function rangesBefore({ booked, delivered }: AskedRanges): AskedRanges | undefined {
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
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}
