import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

it('a count has its noun in the singular only for one', () => {
  expect([0, 1, 2, 1240].map((count) => countText(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '1,240 rows']);
  expect([1, 2].map((count) => countText(count, 'city', 'cities'))).toEqual(['1 city', '2 cities']);
});
