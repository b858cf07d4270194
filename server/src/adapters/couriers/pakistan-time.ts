const offsetMs = 5 * 3_600_000;
const dayMs = 86_400_000;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A wall clock in Pakistan (UTC+5, no summer time) as a moment. `dayOnly` when the text has no time of day. */
export type PakistanTime = { readonly at: Date; readonly dayOnly: boolean };

/**
 * Reads the spellings that the couriers use: `2026-01-31 17:10:00`, `2026-01-31T17:10:00`, `2026/01/31`,
 * `20 Feb 2025`, `Oct 14, 2024`, `06-DEC-25`, `Thursday  Oct 17, 2024 12:58`, and with slashes or hyphens first the
 * day or the month as `order` says. An empty date such as `0000-00-00` is none. A time with a zone is read in its zone.
 */
export function parsePakistanTime(
  text: string,
  order: 'day-first' | 'month-first' = 'day-first',
): PakistanTime | undefined {
  const clean = text.replace(/\s+/g, ' ').trim();
  if (/T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(clean) && !Number.isNaN(Date.parse(clean)))
    return { at: new Date(clean), dayOnly: false };
  const day = dayOf(clean, order);
  if (!day) return undefined;
  const time = /(?:^|[ T])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?/i.exec(clean);
  const hour = time ? hourOf(Number(time[1]), time[4]) : 0;
  const at = new Date(
    Date.UTC(day.year, day.month - 1, day.day, hour, Number(time?.[2] ?? 0), Number(time?.[3] ?? 0)) - offsetMs,
  );
  return Number.isNaN(at.getTime()) ? undefined : { at, dayOnly: !time };
}

/** The latest moment that a booking date allows, never later than now. */
export function latestPossibleTime(moment: PakistanTime | undefined, now: Date): Date | undefined {
  if (!moment) return undefined;
  const latest = moment.dayOnly ? moment.at.getTime() + dayMs - 1000 : moment.at.getTime();
  return new Date(Math.min(latest, Math.max(now.getTime(), moment.at.getTime())));
}

/** `YYYY-MM-DD` in Pakistan, some days before or after a moment. */
export function pakistanDay(at: Date, days = 0): string {
  return new Date(at.getTime() + offsetMs + days * dayMs).toISOString().slice(0, 10);
}

/** `DD/MM/YYYY HH:mm:ss` in Pakistan. */
export function pakistanDateTime(at: Date): string {
  const iso = new Date(at.getTime() + offsetMs).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

type Day = { year: number; month: number; day: number };

function dayOf(text: string, order: 'day-first' | 'month-first'): Day | undefined {
  const yearFirst = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text);
  if (yearFirst) return checked(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const numbers = /(\d{1,2})[-/](\d{1,2})[-/](\d{4})/.exec(text);
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
    return order === 'day-first' ? checked(year, second, first) : checked(year, first, second);
  }
  const dayMonth = /(\d{1,2})[ -]([a-z]{3})[a-z]*[ ,-]+(\d{4}|\d{2})\b/i.exec(text);
  if (dayMonth) return checked(fullYear(dayMonth[3]), monthOf(dayMonth[2]), Number(dayMonth[1]));
  const monthDay = /(?<![a-z])([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})/i.exec(text);
  if (monthDay) return checked(Number(monthDay[3]), monthOf(monthDay[1]), Number(monthDay[2]));
  return undefined;
}

function checked(year: number, month: number, day: number): Day | undefined {
  const real = year > 1999 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return real ? { year, month, day } : undefined;
}

const monthOf = (name = '') => months.indexOf(name.toLowerCase()) + 1;

const fullYear = (digits = '') => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

function hourOf(hour: number, half: string | undefined): number {
  if (!half) return hour;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}
