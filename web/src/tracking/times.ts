import { dateFormatter } from '@courierdesk/contract/dates';
import type { Lang } from './texts.ts';

/** `Friday 20 November` */
export const dayIn = (lang: Lang, instant: string, timeZone: string): string =>
  dateFormatter(lang === 'en' ? 'en-GB' : 'ur-PK', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(instant));

/** `3:04 PM` */
export const timeIn = (lang: Lang, instant: string, timeZone: string): string =>
  dateFormatter(lang === 'en' ? 'en-US' : 'ur-PK', { timeZone, hour: 'numeric', minute: '2-digit' }).format(
    new Date(instant),
  );
