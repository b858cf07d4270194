import { Id } from '@courierdesk/contract/ids';
import { type storeOrderFilters, StoreOrdersQuery } from '@courierdesk/contract/store-order-filters';
import { useSearch } from '@tanstack/react-router';
import * as z from 'zod';
import { parseSearch, stringifySearch } from './search-params.ts';
import { filterText, ifReadable, readFilters, urlText } from './url-filters.ts';

const filters = {
  query: filterText,
  tag: filterText,
  city: filterText,
  payment: filterText,
  days: filterText,
  op: filterText,
  total_from: filterText,
  total_to: filterText,
  account: filterText,
  missing: filterText,
} satisfies Record<keyof typeof storeOrderFilters, unknown>;

/** The URL of the store orders page. `view` is the id of the selected saved view, or `all`. */
export const StoreOrdersSearch = StoreOrdersQuery.extend({
  ...filters,
  open: ifReadable(Id),
  view: ifReadable(z.union([z.literal('all'), Id])),
});
export type StoreOrdersSearch = z.output<typeof StoreOrdersSearch>;

export const readStoreOrders = (search: StoreOrdersSearch) => readFilters(StoreOrdersQuery, search);

/** What the list is sorted by: a queue has its oldest order first, and all orders the newest. */
export function sortOf({ tab, sort, dir }: StoreOrdersSearch) {
  // Orders booked today are sorted by booking time, which is not a column.
  if (sort !== undefined || tab === 'booked-today') return { by: sort, dir };
  return { by: 'age', dir: tab === 'all' ? 'asc' : 'desc' } as const;
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

/** The URL of a page about one order or booking, opened from a list. */
export const OneOrderSearch = z.object({ id: urlText, list: ifReadable(z.string().max(2000)) });

/** The URL of a page about several orders: `?ids[]=1&ids[]=2`. */
export const SeveralOrdersSearch = OneOrderSearch.omit({ id: true }).extend({
  'ids[]': ifReadable(z.array(z.string()).transform((ids) => ids.filter((id) => id !== ''))),
});
