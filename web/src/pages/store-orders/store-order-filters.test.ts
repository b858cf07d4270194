import { expect, it } from 'vitest';
import { searchOfList } from '../../lib/store-orders-search.ts';
import { activeFilters } from './store-order-filters.ts';

it.each([
  ['days=1', 'Age: more than 1 day'],
  ['days=3&op=LESS', 'Age: less than 3 days'],
  ['days=three', 'Age: more than three days'],
])('a filter by age reads as a sentence: %s', (search, text) => {
  const filters = activeFilters(searchOfList(search), () => undefined);
  expect(filters.map(({ name, value }) => `${name}: ${value}`)).toEqual([text]);
});
