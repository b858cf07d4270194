import { expect, test } from 'vitest';
import { contrastOf, readableContrast, readableOn } from './colours.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#0b6365', '#ffffff', 7.07],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test('a readable colour stays as it is', () => {
  expect(readableOn('#0b6365', '#ffffff')).toBe('#0b6365');
});

test.each([
  ['#ffd400', '#ffffff'],
  ['#ffffff', '#ffffff'],
  ['#0b6365', '#181a1e'],
  ['#000000', '#181a1e'],
])('%s is changed just enough to be readable on %s', (colour, background) => {
  const shade = readableOn(colour, background);
  expect(contrastOf(shade, background)).toBeGreaterThanOrEqual(readableContrast);
  expect(contrastOf(shade, background)).toBeLessThan(readableContrast + 0.5);
});
