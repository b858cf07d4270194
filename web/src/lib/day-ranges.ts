import { addDays, daysIn, formatDay } from '@courierdesk/contract/dates';
import { daysOfRange, RelativeRange } from '@courierdesk/contract/relative-ranges';

export type DayRange = { from?: string | undefined; to?: string | undefined };

/** The preset ranges, in days of the shop. */
export const rangePresets = (today: string) =>
  RelativeRange.options.map((label) => ({ label, ...daysOfRange(label, today) }));

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

/** The period of the same length just before a range, as people call it today. */
export function periodBefore(from: string, to: string, today: string): string {
  return rangeName({ from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) }, today);
}
