import { expect, it } from 'vitest';
import { analyticsOf, parseAnalyticsSearch } from './analytics-range.ts';

it('a dashboard address with a wrong day keeps its right ones', () => {
  const search = parseAnalyticsSearch({ bookingfrom: '2026-01-01', bookingto: 'nonsense', deliveredto: '2026-02-30' });
  expect(analyticsOf(search)).toEqual({ bookingDateFrom: '2026-01-01' });
  expect(search.unreadable).toEqual({ bookingto: 'nonsense', deliveredto: '2026-02-30' });
  expect(parseAnalyticsSearch(search)).toEqual(search);
});
