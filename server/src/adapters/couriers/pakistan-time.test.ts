import { expect, test } from 'vitest';
import { latestPossibleTime, pakistanDateTime, pakistanDay, parsePakistanTime } from './pakistan-time.ts';

test.each([
  ['2026-01-31 17:10:00', '2026-01-31T12:10:00Z'],
  ['2026-01-31T17:10:00', '2026-01-31T12:10:00Z'],
  ['2026-01-31T17:10:00.123', '2026-01-31T12:10:00Z'],
  ['2026-01-31T12:10:00Z', '2026-01-31T12:10:00Z'],
  ['2026-01-31T12:10:00.000+00:00', '2026-01-31T12:10:00Z'],
  ['2026-01-31T17:10:00+05:00', '2026-01-31T12:10:00Z'],
  ['2026/01/31', '2026-01-30T19:00:00Z'],
  ['31/01/2026', '2026-01-30T19:00:00Z'],
  ['20 Feb 2025', '2025-02-19T19:00:00Z'],
  ['Oct 14, 2024', '2024-10-13T19:00:00Z'],
  ['06-DEC-25', '2025-12-05T19:00:00Z'],
  ['Monday    Oct 14, 2024 23:19', '2024-10-14T18:19:00Z'],
  ['31/01/2026 5:10 PM', '2026-01-31T12:10:00Z'],
])('%s is %s', (text, moment) => {
  expect(parsePakistanTime(text)?.at.toISOString()).toBe(moment.replace('Z', '.000Z'));
});

test('M&P writes the month first', () => {
  expect(parsePakistanTime('02/03/2025 11:49:14', 'month-first')?.at).toEqual(new Date('2025-02-03T06:49:14Z'));
});

test.each(['', '0000-00-00', 'NA', '12:30', '2026-13-01', 'null'])('%j is no date', (text) => {
  expect(parsePakistanTime(text)).toBeUndefined();
});

test('a day alone is taken at its end, but never after now', () => {
  const now = new Date('2026-02-02T10:00:00Z');
  expect(latestPossibleTime(parsePakistanTime('2026-02-01'), now)).toEqual(new Date('2026-02-01T18:59:59Z'));
  expect(latestPossibleTime(parsePakistanTime('2026-02-02'), now)).toEqual(now);
  expect(latestPossibleTime(parsePakistanTime('2026-02-02 09:30:00'), now)).toEqual(new Date('2026-02-02T04:30:00Z'));
  expect(latestPossibleTime(undefined, now)).toBeUndefined();
});

test('days and times are written as they are in Pakistan', () => {
  const lateEvening = new Date('2026-01-31T20:30:00Z');
  expect([pakistanDay(lateEvening, -1), pakistanDay(lateEvening), pakistanDay(lateEvening, 1)]).toEqual([
    '2026-01-31',
    '2026-02-01',
    '2026-02-02',
  ]);
  expect(pakistanDateTime(lateEvening)).toBe('01/02/2026 01:30:00');
});
