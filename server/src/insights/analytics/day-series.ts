import type { SeriesStep } from '@courierdesk/contract/analytics';
import { addDays, daysIn } from '@courierdesk/contract/dates';

const maxDays = 92;
const maxWeeks = 2 * 53;

export type Days = { readonly from: string; readonly to: string };

/** Days for ranges up to a quarter, weeks up to two years, then months. */
function stepOf({ from, to }: Days): SeriesStep {
  const days = daysIn(from, to);
  if (days <= maxDays) return 'day';
  return days <= maxWeeks * 7 ? 'week' : 'month';
}

/** The first day of every step of a range. Those that begin before the range begin with it. */
function stepsOf(days: Days, step: SeriesStep): string[] {
  const steps: string[] = [];
  for (let start = startOf(days.from, step); start <= days.to; start = nextStart(start, step))
    steps.push(start < days.from ? days.from : start);
  return steps;
}

/** The step that a day belongs to, as `stepsOf` names it. */
function stepOfDay(day: string, days: Days, step: SeriesStep): string {
  const start = startOf(day, step);
  return start < days.from ? days.from : start;
}

function startOf(day: string, step: SeriesStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function nextStart(start: string, step: SeriesStep): string {
  if (step === 'day') return addDays(start, 1);
  if (step === 'week') return addDays(start, 7);
  return `${addDays(`${start.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

/** The counts of each step, also of steps without any. */
export function bySteps<Count extends { readonly day: string }, Sums extends object>(
  days: Days,
  counts: readonly Count[],
  sum: (counts: readonly Count[]) => Sums,
): { step: SeriesStep; data: ({ day: string } & Sums)[] } {
  const step = stepOf(days);
  const byStep = Map.groupBy(counts, ({ day }) => stepOfDay(day, days, step));
  return { step, data: stepsOf(days, step).map((day) => ({ day, ...sum(byStep.get(day) ?? []) })) };
}
