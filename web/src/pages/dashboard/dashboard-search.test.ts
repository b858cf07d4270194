import { expect, it } from 'vitest';
import { analyticsOf, DashboardSearch, readDays } from './dashboard-search.ts';

it('a dashboard address with a wrong day keeps its right ones', () => {
  const address = { bookingfrom: '2026-01-01', bookingto: 'nonsense', deliveredto: '2026-02-30' };
  const search = DashboardSearch.parse(address);
  expect(search).toEqual(address);
  const { query, problems = {} } = readDays(search);
  expect(analyticsOf(query)).toEqual({ bookingDateFrom: '2026-01-01' });
  expect(Object.keys(problems)).toEqual(['bookingto', 'deliveredto']);
});
