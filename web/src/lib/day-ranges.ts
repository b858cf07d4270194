import { addDays, daysIn, formatDay } from '@courierdesk/contract/dates';
import { daysOfRange, RelativeRange } from '@courierdesk/contract/relative-ranges';
import { sharedState } from './shared-state.ts';

export type DayRange = { from?: string | undefined; to?: string | undefined };

/** The preset ranges, in days of the shop. */
export const rangePresets = (today: string) =>
  RelativeRange.options.map((label) => ({ label, ...daysOfRange(label, today) }));

/** The preset that the person chose last. On some days, several have the same days: on the 1st, Today and Current Month. */
export const chosenPreset = sharedState<RelativeRange | undefined>(undefined);

/** The preset with these days; of several, the one that was chosen last. */
export function presetOf(range: DayRange, today: string): RelativeRange | undefined {
  const labels = rangePresets(today)
    .filter(({ from, to }) => from === range.from && to === range.to)
    .map(({ label }) => label);
  return labels.find((label) => label === chosenPreset.read()) ?? labels[0];
}

/** `Last 7 days`, or `1 Mar 2026 – 9 Mar 2026`. */
export function rangeName(range: DayRange, today: string): string {
  const preset = presetOf(range, today);
  if (preset) return preset;
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
