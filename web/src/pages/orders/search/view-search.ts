import {
  OrderColumn,
  OrderViewSearch,
  defaultColumns,
  type OrderView,
  type SavedView,
} from '@courierdesk/contract/order-views';
import { daysOfRange } from '@courierdesk/contract/relative-ranges';
import { isSameSearch } from '../../../lib/same-search.ts';
import { presetOf } from '../../../lib/day-ranges.ts';
import { readList, readOrdersSearch, type OrdersSearch } from './orders-search.ts';

export const isOrderView = (view: SavedView): view is OrderView => view.page === 'orders';

/** The URL that shows a view today. */
export function searchOfView(view: OrderView, today: string): OrdersSearch {
  const { booked, delivered, ...filters } = view.search;
  const bookedDays = booked && daysOfRange(booked, today);
  const deliveredDays = delivered && daysOfRange(delivered, today);
  return readOrdersSearch({
    ...filters,
    ...(bookedDays && { bookingfrom: bookedDays.from, bookingto: bookedDays.to }),
    ...(deliveredDays && { deliveredfrom: deliveredDays.from, deliveredto: deliveredDays.to }),
    view: view.id,
  });
}

/**
 * The part of a URL that a view saves. Moving ranges are saved by name. Days that the open view has today stay as it names them:
 * another range may have the same days today.
 */
export function viewSearchOf(search: OrdersSearch, today: string, view: OrderView | undefined): OrderViewSearch {
  const { query } = readList(search);
  const own = view && readList(searchOfView(view, today)).query;
  const isOwn = (from: 'bookingfrom' | 'deliveredfrom', to: 'bookingto' | 'deliveredto'): boolean =>
    own !== undefined && own[from] === query[from] && own[to] === query[to];
  const booked = isOwn('bookingfrom', 'bookingto')
    ? view?.search.booked
    : presetOf({ from: query.bookingfrom, to: query.bookingto }, today);
  const delivered = isOwn('deliveredfrom', 'deliveredto')
    ? view?.search.delivered
    : presetOf({ from: query.deliveredfrom, to: query.deliveredto }, today);
  return OrderViewSearch.parse({
    ...query,
    ...(booked && { booked, bookingfrom: undefined, bookingto: undefined }),
    ...(delivered && { delivered, deliveredfrom: undefined, deliveredto: undefined }),
  });
}

/** The visible columns: the URL's, else the view's, else the defaults. */
export function columnsOf(search: OrdersSearch, view: OrderView | undefined): readonly OrderColumn[] {
  const own = (search.columns ?? '')
    .split(',')
    .flatMap((name) => OrderColumn.options.find((one) => one === name) ?? []);
  if (own.length > 0) return [...new Set(own)];
  return view && view.columns.length > 0 ? view.columns : defaultColumns;
}

/** Whether a URL differs from its view. */
export function differsFrom(view: OrderView, search: OrdersSearch, today: string): boolean {
  return (
    columnsOf(search, view).join() !== view.columns.join() ||
    !isSameSearch(viewSearchOf(search, today, view), OrderViewSearch.parse(view.search))
  );
}
