import { DifferenceKind } from '@courierdesk/contract/difference-kinds';
import { type DifferencesQuery, type RepairsQuery } from '@courierdesk/contract/differences';
import type { DifferencesSearch } from './differences-search.ts';

/** The query of the list. A kind that we cannot read is left out. */
export const listQueryOf = ({ tab, kind, page, limit }: DifferencesSearch): DifferencesQuery => ({
  state: tab === 'dismissed' ? 'dismissed' : 'open',
  kind: DifferenceKind.safeParse(kind).data,
  page,
  limit,
});

export const repairsQueryOf = ({ from, to, page, limit }: DifferencesSearch): RepairsQuery => ({
  from,
  to,
  page,
  limit,
});
