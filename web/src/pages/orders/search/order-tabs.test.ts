import { expect, it } from 'vitest';
import { readOrdersSearch } from './orders-search.ts';
import { filtersOfTab, isSortedAs, tabOf } from './order-tabs.tsx';

it.each([
  [{}, 'All', []],
  [{ status: 'FULFILLED' }, 'To hand over', ['status']],
  [{ status: 'inprocess', dest: 'Lahore' }, 'On the way', ['status']],
  [{ todo: 'LATE' }, 'Late', ['todo']],
  [{ status: 'RTS', query: 'sana' }, 'Returned', ['status']],
  [{ status: 'RTS,DELIVERED' }, undefined, []],
  [{ todo: 'LATE', status: 'INPROCESS' }, undefined, []],
  [{ status: 'nonsense' }, undefined, []],
] as const)('the filters %o are the tab %s, whose filters need no chip', (address, name, filters) => {
  const tab = tabOf(readOrdersSearch(address));
  expect(tab?.name).toBe(name);
  expect(filtersOfTab(tab)).toEqual(filters);
});

it('late parcels begin with the oldest booking, and other tabs with the newest', () => {
  const late = tabOf(readOrdersSearch({ todo: 'LATE' }));
  expect(isSortedAs(late, readOrdersSearch({ sort: 'booked', dir: 'asc' }))).toBe(true);
  expect(isSortedAs(late, readOrdersSearch({}))).toBe(false);
  expect(isSortedAs(undefined, readOrdersSearch({}))).toBe(true);
});
