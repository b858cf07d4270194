import { countText } from './count-text.ts';
import * as z from 'zod';

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime({ offset: true });

/** A calendar day of the shop's time zone: `2026-11-20`. Years are bounded so that each day has a day before and after it. */
export const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day <= '2100-12-31', {
  error: 'Enter a date from 2000 to 2100',
  // Without it the sentence would come beside the one for a text that is no date.
  abort: true,
});

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Made once for each locale and options: making one takes longer than formatting a hundred dates. */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, options);
    formatters.set(key, made);
  }
  return made;
}

/** `March 5, 2024 at 03:04 PM`, for details. */
export const formatFull = (instant: string | Date, timeZone: string): string =>
  `${formatFullDay(instant, timeZone)} at ${formatFullTime(instant, timeZone)}`;

/** `March 5, 2024` */
export const formatFullDay = (instant: string | Date, timeZone: string): string =>
  dateFormatter('en-US', { timeZone, month: 'long', day: 'numeric', year: 'numeric' }).format(new Date(instant));

/** `03:04 PM` */
export const formatFullTime = (instant: string | Date, timeZone: string): string =>
  // Intl divides time and PM by a narrow space, which some fonts lack.
  dateFormatter('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hour12: true })
    .format(new Date(instant))
    .replace('\u202f', ' ');

/** `5 Mar, 3:04 PM`, for lists; with the year when it is not this one. */
export function formatShort(instant: string | Date, timeZone: string, now: Date): string {
  const at = new Date(instant);
  const year = (date: Date): string => dateFormatter('en-US', { timeZone, year: 'numeric' }).format(date);
  const day = dateFormatter('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at);
  const time = dateFormatter('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at);
  return `${day}, ${time}`;
}

/** Age in words: `just now`, `3 min`, `5 h`, `4 d`. */
export function formatAge(instant: string | Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000));
  if (minutes === 0) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}

/** `just now`, `3 min ago`, `4 d ago`. */
export function formatAgo(instant: string | Date, now: Date): string {
  const age = formatAge(instant, now);
  return age === 'just now' ? age : `${age} ago`;
}

/** How long to wait, rounded up: `45 seconds`, `12 minutes`, `15 hours`, `3 days`. */
export function durationInWords(seconds: number): string {
  if (seconds <= 90) return counted(seconds, 'second');
  if (seconds <= 90 * 60) return counted(seconds / 60, 'minute');
  if (seconds <= 36 * 3600) return counted(seconds / 3600, 'hour');
  return counted(seconds / 86_400, 'day');
}

const counted = (amount: number, unit: string): string => countText(Math.max(1, Math.ceil(amount)), unit);

/** The calendar day of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return dateFormatter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}

/** `20 Nov 2026`, of a calendar day. */
export const formatDay = (day: string): string =>
  dateFormatter('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The day that lies `days` after `day`; negative is before. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The number of days of a range, both ends included. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** Both ends of a range of days; swapped where the first lies after the last. */
export function daysInOrder<Bound extends string | undefined>(from: Bound, to: Bound): { from: Bound; to: Bound } {
  return areReversed(from, to) ? { from: to, to: from } : { from, to };
}

export const areReversed = (from: string | undefined, to: string | undefined): boolean =>
  from !== undefined && to !== undefined && from > to;

/** Good Morning until 12, Good Noon until 14, Good Afternoon until 18, then Good Evening. */
export function greetingAt(
  instant: Date,
  timeZone: string,
): 'Good Morning' | 'Good Noon' | 'Good Afternoon' | 'Good Evening' {
  const hour = Number(dateFormatter('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant));
  if (hour >= 4 && hour < 12) return 'Good Morning';
  if (hour >= 12 && hour < 14) return 'Good Noon';
  if (hour >= 14 && hour < 18) return 'Good Afternoon';
  return 'Good Evening';
}
