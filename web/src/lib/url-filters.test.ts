import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { filterText, ifReadable, readFilters, textOf } from './url-filters.ts';

const Search = z.object({ days: filterText, city: filterText, open: ifReadable(z.enum(['yes'])) });
const Query = z.object({ days: z.coerce.number().int('Enter whole days').optional(), city: z.string().optional() });

describe('the filters of a URL', () => {
  it('a filter that cannot be read stays in the URL and is left out of the query', () => {
    const search = Search.parse({ days: '2.5', city: 'Lahore', open: 'maybe' });
    expect(search).toEqual({ days: '2.5', city: 'Lahore', open: undefined });
    expect(readFilters(Query, search)).toEqual({ query: { city: 'Lahore' }, problems: { days: 'Enter whole days' } });
  });

  it('a query without problems holds each filter as its type', () => {
    expect(readFilters(Query, Search.parse({ days: '3' }))).toEqual({ query: { days: 3 } });
  });

  it('a repeated filter is a list, and one text where people read it', () => {
    const { city } = Search.parse({ city: ['Lahore', 'Karachi'] });
    expect(city).toEqual(['Lahore', 'Karachi']);
    expect(textOf(city)).toBe('Lahore, Karachi');
    expect(textOf(undefined)).toBe('');
  });

  it('an empty filter is no filter', () => {
    expect(readFilters(Query, Search.parse({ days: '' }))).toEqual({ query: {} });
  });
});
