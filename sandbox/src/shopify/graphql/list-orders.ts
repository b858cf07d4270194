import { GraphQLError } from 'graphql';
import type { OrderSort, SortedOrder } from '../platform/orders.ts';
import { compare, sortKey } from '../platform/orders.ts';
import type { StoredOrder } from '../platform/order.ts';
import type { PageArguments } from './connection.ts';
import { decodeCursor, encodeCursor, lazy, pageConnection, pageSize } from './connection.ts';
import { orderSearch } from './order-search.ts';
import { presentOrder } from './present-order.ts';
import { indexedOrder } from './search-lag.ts';
import type { View } from './graphql-context.ts';
import { canSee } from './graphql-context.ts';

export type OrdersArguments = {
  query?: string | null;
  sortKey?: string | null;
  savedSearchId?: string | null;
} & PageArguments;

const sorts: readonly OrderSort[] = [
  'UPDATED_AT',
  'CREATED_AT',
  'PROCESSED_AT',
  'ORDER_NUMBER',
  'ID',
  'TOTAL_PRICE',
  'CUSTOMER_NAME',
];

/** The `orders` connection: paged by key, so an order that changes between two pages moves to the end and is returned again. */
export function listOrders(view: View, args: OrdersArguments): object {
  const { count, fromEnd } = stepOf(pageSize(args, view), view);
  const sort = sortOf(args.sortKey);
  const search = searchFor(view, args.query);
  const matches = (order: StoredOrder) => canSee(view, order) && search.matches(indexedOrder(view, order));

  const all = search.ids ? pick(view, search.ids, sort) : view.shopify.orders.sorted(view.shop.domain, sort);
  const low = sort === 'UPDATED_AT' && search.updatedFrom ? firstAtOrAfter(all, search.updatedFrom) : 0;
  const reverse = args.reverse ?? false;
  const bounds = boundsOf(all, view.bulk ? { ...args, after: view.bulk.after } : args, reverse, low);
  const backwards = reverse !== fromEnd;
  const found: SortedOrder[] = [];
  let more = false;
  for (let offset = 0; offset < bounds.to - bounds.from; offset += 1) {
    const entry = all[backwards ? bounds.to - 1 - offset : bounds.from + offset];
    if (!entry || !matches(entry.order)) continue;
    if (found.length === count) {
      more = true;
      break;
    }
    found.push(entry);
  }
  if (fromEnd) found.reverse();
  const last = found.at(-1);
  if (view.bulk && more && last) view.bulk.next = cursorOf(last);
  return pageConnection({
    edges: found.map((entry) => ({
      cursor: cursorOf(entry),
      node: lazy(() => presentOrder(view, entry.order)),
    })),
    hasNextPage: fromEnd ? Boolean(args.before) : more,
    hasPreviousPage: fromEnd ? more : Boolean(args.after),
  });
}

function stepOf(page: { count: number; fromEnd: boolean }, view: View): { count: number; fromEnd: boolean } {
  return view.bulk ? { ...page, count: Math.min(page.count, view.bulk.size) } : page;
}

const cursorOf = ({ id, key }: SortedOrder): string => encodeCursor({ last_id: id, last_value: key });

export function countOrders(view: View, query: string | null | undefined): number {
  const search = searchFor(view, query);
  let count = 0;
  for (const { order } of view.shopify.orders.sorted(view.shop.domain, 'ID')) {
    if (canSee(view, order) && search.matches(order)) count += 1;
  }
  return count;
}

function searchFor(view: View, query: string | null | undefined) {
  const search = orderSearch(query, {
    now: view.now,
    idOfName: (name) => view.shopify.orders.byName(view.shop.domain, name)?.id,
  });
  for (const field of search.unknownFields) {
    view.searchWarnings.push({
      path: ['orders'],
      query: query ?? '',
      field,
      message: 'Invalid search field for this query.',
    });
  }
  return search;
}

function sortOf(key: string | null | undefined): OrderSort {
  if (!key) return 'PROCESSED_AT';
  if (key === 'RELEVANCE') return 'UPDATED_AT';
  const sort = sorts.find((known) => known === key);
  if (!sort) {
    throw new GraphQLError(`SIM_NOT_IMPLEMENTED OrderSortKeys.${key}`, {
      extensions: { code: 'SIM_NOT_IMPLEMENTED' },
    });
  }
  return sort;
}

function pick(view: View, ids: Set<number>, sort: OrderSort): SortedOrder[] {
  const entries: SortedOrder[] = [];
  for (const id of ids) {
    const order = view.shopify.orders.get(id);
    if (order) entries.push({ key: sortKey(order, sort), id, order });
  }
  return entries.sort(compare);
}

function boundsOf(
  all: readonly SortedOrder[],
  args: PageArguments,
  reverse: boolean,
  low: number,
): { from: number; to: number } {
  const lower = reverse ? args.before : args.after;
  const upper = reverse ? args.after : args.before;
  return {
    from: Math.max(low, lower ? positionOf(all, lower, true) : 0),
    to: upper ? positionOf(all, upper, false) : all.length,
  };
}

/** The position of the cursor, or with `behind` the next one. */
function positionOf(all: readonly SortedOrder[], cursor: string, behind: boolean): number {
  const { last_id, last_value } = decodeCursor(cursor);
  return partition(all, (entry) => {
    if (entry.key !== last_value) return entry.key < last_value;
    return behind ? entry.id <= last_id : entry.id < last_id;
  });
}

function firstAtOrAfter(all: readonly SortedOrder[], iso: string): number {
  return partition(all, (entry) => entry.key < iso);
}

function partition(all: readonly SortedOrder[], isBefore: (entry: SortedOrder) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = all[middle];
    if (entry && isBefore(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
