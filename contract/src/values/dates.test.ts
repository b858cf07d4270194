import { expect, it } from 'vitest';
import {
  formatAge,
  formatAgo,
  daysInOrder,
  durationInWords,
  formatFull,
  formatFullDay,
  formatFullTime,
  formatShort,
} from './dates.ts';

const at = '2024-03-05T10:04:00Z';

it('details show an instant in the form of the specification, in the time zone of the shop', () => {
  expect(formatFull(at, 'Asia/Karachi')).toBe('March 5, 2024 at 03:04 PM');
  expect(formatFull('2024-03-05T19:30:00Z', 'Asia/Karachi')).toBe('March 6, 2024 at 12:30 AM');
  expect(formatFullDay(at, 'Asia/Karachi')).toBe('March 5, 2024');
  expect(formatFullTime(at, 'Asia/Karachi')).toBe('03:04 PM');
});

it('lists show one short form, with the year when it is another one', () => {
  expect(formatShort(at, 'Asia/Karachi', new Date('2024-12-31T00:00:00Z'))).toBe('5 Mar, 3:04 PM');
  expect(formatShort(at, 'Asia/Karachi', new Date('2026-01-01T00:00:00Z'))).toBe('5 Mar 2024, 3:04 PM');
});

it('days in the wrong order are swapped, and an open end stays open', () => {
  expect(daysInOrder('2026-11-10', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-10' });
  expect(daysInOrder(undefined, '2026-11-01')).toEqual({ from: undefined, to: '2026-11-01' });
});

it('a wait is given in the unit that people would use, and never too short', () => {
  const waits = [1, 45, 90, 91, 3600, 5400, 5401, 54_000, 129_600, 129_601, 604_800];
  expect(waits.map(durationInWords)).toEqual([
    '1 second',
    '45 seconds',
    '90 seconds',
    '2 minutes',
    '60 minutes',
    '90 minutes',
    '2 hours',
    '15 hours',
    '36 hours',
    '2 days',
    '7 days',
  ]);
});

it.each([
  [59, 'just now', 'just now'],
  [60, '1 min', '1 min ago'],
  [3600, '1 h', '1 h ago'],
  [3600 * 47, '47 h', '47 h ago'],
  [86_400 * 24, '24 d', '24 d ago'],
])('%i seconds are the age "%s", and %s in a sentence', (seconds, age, ago) => {
  const now = new Date('2026-11-25T06:00:00Z');
  const then = new Date(now.getTime() - seconds * 1000);
  expect(formatAge(then, now)).toBe(age);
  expect(formatAgo(then, now)).toBe(ago);
});
