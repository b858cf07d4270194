import { addDays, daysInOrder } from '@courierdesk/contract/dates';
import type { StaffFlag } from '@courierdesk/contract/staff';
import type { Days } from '../analytics/day-series.ts';

/** Both days included; today without dates, one day where only one is given. */
export function staffRange(start: string | undefined, end: string | undefined, today: string): Days {
  const { from, to } = daysInOrder(start, end);
  if (from) return { from, to: to ?? (from > today ? from : today) };
  return { from: to ?? today, to: to ?? today };
}

/** The days of a named range. */
export function flaggedRange(
  flag: StaffFlag,
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): Days {
  const year = Number(today.slice(0, 4));
  const monthStart = (monthsBack: number): string =>
    new Date(Date.UTC(year, Number(today.slice(5, 7)) - 1 - monthsBack, 1)).toISOString().slice(0, 10);
  switch (flag) {
    case 'TODAY':
      return { from: today, to: today };
    case 'YESTERDAY':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'LAST_7_DAYS':
      return { from: addDays(today, -6), to: today };
    case 'CURRENT_MONTH':
      return { from: monthStart(0), to: today };
    case 'LAST_MONTH':
      return { from: monthStart(1), to: addDays(monthStart(0), -1) };
    case 'LAST_6_MONTHS':
      return { from: monthStart(5), to: today };
    case 'THIS_YEAR':
      return { from: `${year}-01-01`, to: today };
    case 'LAST_YEAR':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    case 'CUSTOM':
      return staffRange(asked.from, asked.to, today);
  }
}
