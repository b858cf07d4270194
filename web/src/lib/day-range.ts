import { dateFormatter } from '@courierdesk/contract/dates';

/** `Tuesday 24 to Thursday 26 November`, of two calendar days; one day alone where they are the same. */
export function formatDayRange(from: string, to: string): string {
  if (from === to) return dayAndMonth(to);
  return `${from.slice(0, 7) === to.slice(0, 7) ? weekdayAndDate(from) : dayAndMonth(from)} to ${dayAndMonth(to)}`;
}

const dayAndMonth = (day: string): string =>
  dateFormatter('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '');

function weekdayAndDate(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return `${dateFormatter('en-GB', { timeZone: 'UTC', weekday: 'long' }).format(at)} ${at.getUTCDate()}`;
}
