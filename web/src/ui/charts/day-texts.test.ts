import { expect, test } from 'vitest';
import { dayTexts } from './day-texts.ts';

test.each([
  ['day', '2026-11-25', '25 Nov 2026, so far', '25 Nov\nso far'],
  ['day', '2026-11-24', '24 Nov 2026', '24 Nov'],
  ['week', '2026-11-23', '23 Nov 2026, so far', '23 Nov\nso far'],
  ['week', '2026-11-16', '16 Nov 2026', '16 Nov'],
  ['month', '2026-11-01', 'Nov 2026, so far', 'Nov 2026\nso far'],
  ['month', '2026-10-01', 'Oct 2026', 'Oct 2026'],
] as const)('a chart by %s names %s as %s, and says if it is not over', (step, day, text, onAxis) => {
  const { dayText, axisText } = dayTexts(step, '2026-11-25');
  expect([dayText(day), axisText(day)]).toEqual([text, onAxis]);
});
