import { DifferencesQuery, RepairsQuery } from '@courierdesk/contract/differences';
import type { DifferencesSearch } from './differences-search.ts';

/** The query of the list. A kind that we cannot read is left out. */
export const listQueryOf = ({ tab, ...search }: DifferencesSearch): DifferencesQuery =>
  DifferencesQuery.parse({ ...search, state: tab });

export const repairsQueryOf = (search: DifferencesSearch): RepairsQuery => RepairsQuery.parse(search);
