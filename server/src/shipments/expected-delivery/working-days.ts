/** Weekdays (0 is Sunday) on which the courier delivers next to nothing to the customers of the shop. */
export function restDays(all: readonly { readonly delivered: number; readonly n: number }[]): ReadonlySet<number> {
  const byWeekday = [0, 0, 0, 0, 0, 0, 0];
  for (const { delivered, n } of all) byWeekday[weekdayOf(delivered)] = (byWeekday[weekdayOf(delivered)] ?? 0) + n;
  const total = byWeekday.reduce((sum, n) => sum + n, 0);
  // A few deliveries may miss a weekday by chance.
  const resting = total < 70 ? [] : byWeekday.flatMap((n, weekday) => (n < 0.02 * total ? [weekday] : []));
  return new Set(resting.length < 3 ? resting : []);
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7;

/** Working days after one day, up to another one. */
export function workingDays(from: number, to: number, resting: ReadonlySet<number>): number {
  let count = 0;
  for (let day = from + 1; day <= to; day += 1) if (!resting.has(weekdayOf(day))) count += 1;
  return count;
}

/** Adds working days to a day. */
export function afterWorkingDays(from: number, days: number, resting: ReadonlySet<number>): number {
  let day = from;
  for (let left = days; left > 0;) {
    day += 1;
    if (!resting.has(weekdayOf(day))) left -= 1;
  }
  return day;
}
