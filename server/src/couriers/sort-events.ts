import type { CourierEvent } from './courier.ts';

/** Sorts events from old to new and drops duplicates. Couriers send them in any order and sometimes twice. */
export function sortEvents(events: readonly CourierEvent[]): CourierEvent[] {
  const seen = new Set<string>();
  return events
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .filter((event) => {
      const key = [event.at.getTime(), event.code, event.text.toLowerCase(), event.location, event.detail].join('|');
      return !seen.has(key) && seen.add(key);
    });
}
