import { dateFormatter, formatFullTime } from '@courierdesk/contract/dates';
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
