import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

test('a list is cut into parts of one size, and the last part has what is left', () => {
  expect(inParts(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(inParts(['a', 'b'], 2)).toEqual([['a', 'b']]);
  expect(inParts([], 2)).toEqual([]);
});
