import { Id } from '@courierdesk/contract/ids';
import { StoreOrderViewSearch } from '@courierdesk/contract/order-views';
import { Paging } from '@courierdesk/contract/paging';
import { StoreOrdersQuery } from '@courierdesk/contract/store-order-filters';
import { useSearch } from '@tanstack/react-router';
import * as z from 'zod';
import { parseSearch, stringifySearch } from './search-params.ts';

/**
 * The URL of the store orders page. Filters are kept as they were typed, so that one that cannot be read can be shown and
 * corrected. `view` is the saved view whose tab is chosen, or `all`.
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

/** Why filters cannot be read, by their name in the URL. */
export type FilterProblems = Partial<Record<string, string>>;

/** What the list is asked for; nothing while a filter cannot be read, because without it the list would be wider. */
export function readStoreOrdersSearch(search: StoreOrdersSearch): {
  asked: StoreOrdersQuery | undefined;
  problems: FilterProblems;
} {
  const read = StoreOrdersQuery.safeParse(search);
  if (read.success) return { asked: read.data, problems: {} };
  const problems = read.error.issues.map((issue) => [String(issue.path[0]), issue.message]);
  return { asked: undefined, problems: Object.fromEntries(problems) };
}

/** A list in one text: booking pages carry it in their URL, and lead back to it and on to its next order. */
export function listText({ open: _open, ...search }: StoreOrdersSearch): string {
  return stringifySearch(search).slice(1);
}

/** The list that a text stands for; the usual one when there is none. */
export const searchOfList = (list: string | undefined): StoreOrdersSearch =>
  StoreOrdersSearch.parse(list ? parseSearch(list) : {});

/** The list that one came from to a booking page. */
export function useOrderList(): string | undefined {
  const { list }: { list?: string } = useSearch({ strict: false });
  return list;
}

/** Part of the URL of every booking page. */
export const listIn = ({ list }: Record<string, unknown>): { list?: string } =>
  typeof list === 'string' && list !== '' && list.length <= 2000 ? { list } : {};
