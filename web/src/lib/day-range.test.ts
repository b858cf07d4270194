import { expect, test } from 'vitest';
import { formatDayRange } from './day-range.ts';

test.each([
  ['2026-11-24', '2026-11-26', 'Tuesday 24 to Thursday 26 November'],
  ['2026-11-30', '2026-12-02', 'Monday 30 November to Wednesday 2 December'],
  ['2026-11-24', '2026-11-24', 'Tuesday 24 November'],
])('%s to %s reads as %s', (from, to, text) => {
  expect(formatDayRange(from, to)).toBe(text);
});
