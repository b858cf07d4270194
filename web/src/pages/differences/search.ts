import { DifferencesQuery, RepairsQuery } from '@courierdesk/contract/differences';
import { readFilters } from '../../lib/url-filters.ts';
import { unreadableFilters } from '../../ui/filters/url-filter.ts';
import type { DifferencesSearch } from './differences-search.ts';

/** The query of the list, and the filters that cannot be read. */
export function readList({ tab, ...search }: DifferencesSearch) {
  const { query, problems } = readFilters(DifferencesQuery, { ...search, state: tab });
  return { query, unreadable: unreadableFilters(search, [['kind', 'Kind']], problems) };
}

/** The query of the journal of repairs, and the filters that cannot be read. */
export function readJournal(search: DifferencesSearch) {
  const { query, problems } = readFilters(RepairsQuery, search);
  const names = [
    ['from', 'First day'],
    ['to', 'Last day'],
  ] as const;
  return { query, unreadable: unreadableFilters(search, names, problems) };
}
