import { expect, test } from 'vitest';
import { resolveRanges, previousRanges } from './ranges.ts';

const now = new Date('2026-11-20T20:30:00Z');
const asked = (dates: Parameters<typeof resolveRanges>[0]) => resolveRanges(dates, now, 'Asia/Karachi');

test("without dates it is the last seven days of the shop's own calendar, today included", () => {
  expect(asked({})).toEqual({ booked: { from: '2026-11-15', to: '2026-11-21' }, delivered: undefined });
});

test('a range without an end goes until today', () => {
  expect(asked({ bookingDateFrom: '2026-11-01' }).booked).toEqual({ from: '2026-11-01', to: '2026-11-21' });
});

test('the range before is as long and ends the day before, across months', () => {
  const ranges = asked({ bookingDateFrom: '2026-11-01', bookingDateTo: '2026-11-10' });
  expect(previousRanges(ranges)?.booked).toEqual({ from: '2026-10-22', to: '2026-10-31' });
});

test('a range without a start has none before it', () => {
  expect(previousRanges(asked({ deliveredDateTo: '2026-11-10' }))).toBeUndefined();
});
