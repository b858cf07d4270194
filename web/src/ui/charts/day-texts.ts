import type { SeriesStep } from '@courierdesk/contract/analytics';
import { addDays, formatDay } from '@courierdesk/contract/dates';

/** How a chart names a day, week or month. The one that is not over says so: its counts still grow. */
export function dayTexts(step: SeriesStep, today: string) {
  const isRunning = (day: string): boolean => {
    if (step === 'month') return day.slice(0, 7) === today.slice(0, 7);
    return day <= today && today < addDays(day, step === 'week' ? 7 : 1);
  };
  const nameOf = (day: string): string => (step === 'month' ? formatDay(day).slice(2).trim() : formatDay(day));
  return {
    dayText: (day: string): string => (isRunning(day) ? `${nameOf(day)}, so far` : nameOf(day)),
    /** On the axis, the neighbours tell the year. */
    axisText: (day: string): string => {
      const short = step === 'month' ? nameOf(day) : nameOf(day).slice(0, -5);
      return isRunning(day) ? `${short}\nso far` : short;
    },
  };
}
