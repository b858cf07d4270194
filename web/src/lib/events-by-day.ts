import { addDays, dayOf } from '@courierdesk/contract/dates';

type EventDay<Event> = { day: string; events: Event[] };

/** Events grouped by calendar day of a time zone, newest first. */
export function eventsByDay<Event extends { status_date: string }>(
  events: readonly Event[],
  timeZone: string,
): EventDay<Event>[] {
  const days = new Map<string, Event[]>();
  for (const event of events.toSorted((a, b) => Date.parse(b.status_date) - Date.parse(a.status_date))) {
    const day = dayOf(new Date(event.status_date), timeZone);
    const known = days.get(day);
    if (known) known.push(event);
    else days.set(day, [event]);
  }
  return [...days].map(([day, those]) => ({ day, events: those }));
}

/** `today`, `yesterday`, or undefined for any other day. */
export function nearDay(day: string, now: Date, timeZone: string): 'today' | 'yesterday' | undefined {
  const today = dayOf(now, timeZone);
  if (day === today) return 'today';
  return day === addDays(today, -1) ? 'yesterday' : undefined;
}
