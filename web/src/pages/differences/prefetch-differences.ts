import { differencesQuery, repairsQuery } from '../../api/differences.ts';
import { queryClient } from '../../api/query-client.ts';
import type { DifferencesSearch } from './differences-search.ts';
import { readJournal, readList } from './search.ts';

export function prefetchDifferences(search: DifferencesSearch): void {
  void queryClient.prefetchQuery(differencesQuery(readList(search).query));
  if (search.tab === 'repairs') void queryClient.prefetchQuery(repairsQuery(readJournal(search).query));
}
