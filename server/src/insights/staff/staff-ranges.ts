import { daysInOrder } from '@courierdesk/contract/dates';
import { daysOfRange, type RelativeRange } from '@courierdesk/contract/relative-ranges';
import type { StaffFlag } from '@courierdesk/contract/staff';
import type { Days } from '../analytics/day-series.ts';

/** Both days included; today without dates. Without an end until today; without a beginning the last day alone. */
export function staffRange(start: string | undefined, end: string | undefined, today: string): Days {
  const { from, to } = daysInOrder(start, end);
  if (from) return { from, to: to ?? (from > today ? from : today) };
  return { from: to ?? today, to: to ?? today };
}

/** The days of a named range. */
export const flaggedRange = (
  flag: StaffFlag,
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): Days => (flag === 'CUSTOM' ? staffRange(asked.from, asked.to, today) : daysOfRange(rangeOf[flag], today));

const rangeOf: Record<Exclude<StaffFlag, 'CUSTOM'>, RelativeRange> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  CURRENT_MONTH: 'Current Month',
  LAST_MONTH: 'Last Month',
  LAST_6_MONTHS: 'Last 6 Months',
  THIS_YEAR: 'This Year',
  LAST_YEAR: 'Last Year',
};
