import * as z from 'zod';
import { addDays } from './dates.ts';

/** Ranges of days relative to today. */
export const RelativeRange = z.enum([
  'Today',
  'Yesterday',
  'Last 7 days',
  'Last Week',
  'Current Month',
  'Last Month',
  'Last 6 Months',
  'This Year',
  'Last Year',
]);
export type RelativeRange = z.infer<typeof RelativeRange>;

/** The first and the last day of a range. Weeks begin on Monday. */
export function daysOfRange(range: RelativeRange, today: string): { from: string; to: string } {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const firstOf = (monthsBack: number): string =>
    new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10);
  switch (range) {
    case 'Today':
      return { from: today, to: today };
    case 'Yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'Last 7 days':
      return { from: addDays(today, -6), to: today };
    case 'Last Week': {
      const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    }
    case 'Current Month':
      return { from: firstOf(0), to: today };
    case 'Last Month':
      return { from: firstOf(1), to: addDays(firstOf(0), -1) };
    case 'Last 6 Months':
      return { from: firstOf(5), to: today };
    case 'This Year':
      return { from: `${year}-01-01`, to: today };
    case 'Last Year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}
