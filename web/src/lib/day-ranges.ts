import { addDays, formatDay } from '@courierdesk/contract/dates';
import type { RelativeRange } from '@courierdesk/contract/order-views';

export type DayRange = { from?: string | undefined; to?: string | undefined };

export type RangePreset = { label: RelativeRange; from: string; to: string };

/** The preset ranges, in days of the shop. */
export function rangePresets(today: string): RangePreset[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const firstOf = (monthsBack: number): string =>
    new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: addDays(today, -1), to: addDays(today, -1) },
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'Last Week', from: addDays(today, -daysSinceMonday - 7), to: addDays(today, -daysSinceMonday - 1) },
    { label: 'Current Month', from: firstOf(0), to: today },
    { label: 'Last Month', from: firstOf(1), to: addDays(firstOf(0), -1) },
    { label: 'Last 6 Months', from: firstOf(5), to: today },
    { label: 'This Year', from: `${year}-01-01`, to: today },
    { label: 'Last Year', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ];
}

/** `Last 7 days`, or `1 Mar 2026 – 9 Mar 2026`. */
export function rangeName(range: DayRange, today: string): string {
  const preset = rangePresets(today).find(({ from, to }) => from === range.from && to === range.to);
  if (preset) return preset.label;
  if (range.from && range.to) {
    return range.from === range.to ? formatDay(range.from) : `${formatDay(range.from)} – ${formatDay(range.to)}`;
  }
  if (range.from) return `From ${formatDay(range.from)}`;
  return range.to ? `Until ${formatDay(range.to)}` : 'Any time';
}

/** Number of days, including both ends. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of the same length just before a range, as people call it today. */
export function periodBefore(from: string, to: string, today: string): string {
  return rangeName({ from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) }, today);
}
