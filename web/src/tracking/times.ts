import { dateFormatter, formatFullTime } from '@courierdesk/contract/dates';
import { formatDayRange } from '../lib/day-range.ts';
import type { Lang } from './texts.ts';

/** `Friday, November 20, 2026` */
export const dayIn = (lang: Lang, instant: string, timeZone: string): string =>
  dateFormatter(lang === 'en' ? 'en-US' : 'ur-PK', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(instant));

/** `03:04 PM` */
export const timeIn = (lang: Lang, instant: string, timeZone: string): string =>
  lang === 'en'
    ? formatFullTime(instant, timeZone)
    : dateFormatter('ur-PK', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(instant));

/** `Tuesday 24 to Thursday 26 November`, of two calendar days. */
export const rangeIn = (lang: Lang, from: string, to: string): string =>
  lang === 'en' ? formatDayRange(from, to) : urduRange(from, to);

function urduRange(from: string, to: string): string {
  if (from === to) return urduDay(to);
  const at = new Date(`${from}T00:00:00Z`);
  const weekday = dateFormatter('ur-PK', { timeZone: 'UTC', weekday: 'long' }).format(at);
  const start = from.slice(0, 7) === to.slice(0, 7) ? `${weekday} ${at.getUTCDate()}` : urduDay(from);
  return `${start} تا ${urduDay(to)}`;
}

const urduDay = (day: string): string =>
  dateFormatter('ur-PK', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace('،', '');
