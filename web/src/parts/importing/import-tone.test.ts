import { expect, it } from 'vitest';
import { importTone } from './import-tone.ts';

const done = { state: 'done', total: 10 } as const;

it.each([
  ['every row changed', { ...done, changed: 10, failed: 0 }, 'success'],
  ['some rows had nothing to do', { ...done, changed: 1, failed: 0 }, 'success'],
  ['nothing to do', { ...done, changed: 0, failed: 0 }, 'info'],
  ['a few rows failed', { ...done, changed: 8, failed: 2 }, 'warning'],
  ['half of the rows failed', { ...done, changed: 5, failed: 5 }, 'warning'],
  ['most rows failed', { ...done, changed: 4, failed: 6 }, 'error'],
  ['all rows failed', { ...done, changed: 0, failed: 10 }, 'error'],
  ['under way', { ...done, state: 'under-way', changed: 0, failed: 9 }, 'info'],
  ['stopped', { ...done, state: 'stopped', changed: 9, failed: 0 }, 'error'],
] as const)('%s', (_, one, expected) => {
  expect(importTone(one)).toBe(expected);
});
