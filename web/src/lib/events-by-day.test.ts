import { expect, it } from 'vitest';
import { eventsByDay, nearDay } from './events-by-day.ts';

const at = (status_date: string) => ({ status_date });

it('events of a parcel are grouped by the days of the shop, newest first', () => {
  const days = eventsByDay(
    [at('2026-11-19T18:59:00Z'), at('2026-11-20T05:00:00Z'), at('2026-11-19T19:01:00Z')],
    'Asia/Karachi',
  );
  expect(days).toEqual([
    { day: '2026-11-20', events: [at('2026-11-20T05:00:00Z'), at('2026-11-19T19:01:00Z')] },
    { day: '2026-11-19', events: [at('2026-11-19T18:59:00Z')] },
  ]);
});

it('events of a parcel are of today and yesterday by the clock of the shop, not of the visitor', () => {
  const now = new Date('2026-11-20T20:00:00Z');
  expect(nearDay('2026-11-21', now, 'Asia/Karachi')).toBe('today');
  expect(nearDay('2026-11-20', now, 'Asia/Karachi')).toBe('yesterday');
  expect(nearDay('2026-11-19', now, 'Asia/Karachi')).toBeUndefined();
});
