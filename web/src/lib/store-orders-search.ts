import { Id } from '@courierdesk/contract/ids';
import { StoreOrdersQuery, StoreOrderViewSearch } from '@courierdesk/contract/store-order-filters';
import { Paging } from '@courierdesk/contract/paging';
import { useSearch } from '@tanstack/react-router';
import * as z from 'zod';
import { parseSearch, stringifySearch } from './search-params.ts';

/**
 * The URL of the store orders page. Filters are kept as typed, so that an invalid one can be shown and corrected.
 * `view` is the id of the selected saved view, or `all`.
 */
export const StoreOrdersSearch = Paging.extend({
  ...StoreOrderViewSearch.shape,
  open: Id.optional().catch(undefined),
  view: z
    .union([z.literal('all'), Id])
    .optional()
    .catch(undefined),
});
export type StoreOrdersSearch = z.output<typeof StoreOrdersSearch>;

/** Problems of invalid filters, by their name in the URL. */
export type FilterProblems = Partial<Record<string, string>>;

/**
 * The query of the list. Undefined while a filter is invalid: without it, the list would show more orders than
 * intended.
 */
export function readStoreOrdersSearch(search: StoreOrdersSearch): {
  listQuery: StoreOrdersQuery | undefined;
  problems: FilterProblems;
} {
  const read = StoreOrdersQuery.safeParse(search);
  if (read.success) return { listQuery: read.data, problems: {} };
  const problems = read.error.issues.map((issue) => [String(issue.path[0]), issue.message]);
  return { listQuery: undefined, problems: Object.fromEntries(problems) };
}

/** What the list is sorted by: a queue has its oldest order first, and all orders the newest. */
export function sortOf({ tab, sort, dir }: StoreOrdersSearch): Pick<StoreOrdersSearch, 'sort' | 'dir'> {
  if (sort !== undefined) return { sort, dir };
  // Orders booked today are sorted by booking time, which is not a column.
  return tab === 'booked-today' ? { sort, dir } : { sort: 'age', dir: tab === 'all' ? 'asc' : 'desc' };
}

/** A list as one text. Booking pages keep it in their URL to return to the list and find its next order. */
export function encodeList({ open: _open, ...search }: StoreOrdersSearch): string {
  return stringifySearch(search).slice(1);
}

/** The list of such a text; the default list without one. */
export const searchOfList = (list: string | undefined): StoreOrdersSearch =>
  StoreOrdersSearch.parse(list ? parseSearch(list) : {});

/** The list that the person came from. */
export function useOrderList(): string | undefined {
  const { list }: { list?: string | undefined } = useSearch({ strict: false });
  return list;
}

/** Part of the URL of every booking page. */
export const pickList = ({ list }: Record<string, unknown>): { list?: string | undefined } =>
  typeof list === 'string' && list !== '' && list.length <= 2000 ? { list } : {};
