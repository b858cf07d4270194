import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';

test.each([
  [73, 39, '+34 (87 %)'],
  [39, 73, '−34 (47 %)'],
  [0, 12, '−12 (100 %)'],
  [5, 5, 'No change'],
  [12, 0, '+12'],
  [10_388, 12, '+10,376'],
  [110, 11, '+99 (900 %)'],
])('%d after %d is %s', (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});
