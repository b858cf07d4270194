import { dateFormatter } from '@courierdesk/contract/dates';

/** `Friday 20 November 2026` */
export const dayName = (instant: string, timeZone: string): string =>
  dateFormatter('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(instant));
