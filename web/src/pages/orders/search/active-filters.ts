import { filterWords } from '@courierdesk/contract/filter-words';
import {
  maxDays,
  maxPhoneLength,
  type ShipmentsFilter,
  type ShipmentsQuery,
} from '@courierdesk/contract/shipment-filters';
import { areReversed, daysInOrder } from '@courierdesk/contract/dates';
import { maxSearchLength } from '@courierdesk/contract/paging';
import { rangeName } from '../../../lib/day-ranges.ts';
import { textOf, type FilterProblems } from '../../../lib/url-filters.ts';
import type { UrlFilter } from '../../../ui/filters/url-filter.ts';
import { readList, type FilterName, type OrdersSearch } from './orders-search.ts';
import { formatCount } from '@courierdesk/contract/count-text';

export type ActiveFilter = UrlFilter<OrdersSearch> & { readonly filter: ShipmentsFilter };

/** The filters of a URL as texts, each with the change that clears it. */
export function activeFilters(search: OrdersSearch, today: string): ActiveFilter[] {
  const { query, problems = {} } = readList(search);
  const words = new Map(filterWords(query).map(({ name, value }) => [name, value]));
  return filters.flatMap((one): ActiveFilter[] => {
    const wrong = one.names.filter((name) => name in problems);
    const without = Object.fromEntries(one.names.map((name) => [name, undefined]));
    const { filter, name } = one;
    if (wrong.length > 0) {
      const value = wrong.map((own) => textOf(search[own])).join(', ');
      const error = wrong.some((own) => own !== 'op') ? one.expects : operatorExpected;
      return [{ filter, name, value, without, error }];
    }
    const days = rangeOf(query, filter);
    const value = days ? rangeName(days, today) : words.get(name);
    if (!value) return [];
    const note = days?.swapped ? 'The dates were in the wrong order, so we swapped them' : undefined;
    return [{ filter, name, value, without, ...(note && { note }) }];
  });
}

type Described = { filter: ShipmentsFilter; name: string; names: readonly FilterName[]; expects: string };

const dateExpected = 'Enter dates like 2026-11-20';
const operatorExpected = 'Choose more than, less than or exactly';
const atMost = (characters: number): string => `Enter up to ${characters} characters`;

/** In the order of the chips. `expects` is the hint for an invalid value. */
const filters: readonly Described[] = [
  { filter: 'query', name: 'Search', names: ['query'], expects: atMost(maxSearchLength) },
  { filter: 'track', name: 'Tracking number', names: ['track'], expects: atMost(maxSearchLength) },
  {
    filter: 'status',
    name: 'Status',
    names: ['status'],
    expects: 'Choose Fulfilled, Inprocess, Delivered, Cancelled or Rts',
  },
  { filter: 'courier', name: 'Courier', names: ['courier'], expects: 'Choose couriers from the list' },
  { filter: 'payment_status', name: 'Payment', names: ['payment_status'], expects: 'Choose Paid or Unpaid' },
  { filter: 'booked', name: 'Booked', names: ['bookingfrom', 'bookingto'], expects: dateExpected },
  { filter: 'delivered', name: 'Delivered', names: ['deliveredfrom', 'deliveredto'], expects: dateExpected },
  { filter: 'dest', name: 'City', names: ['dest'], expects: atMost(100) },
  {
    filter: 'days',
    name: 'Days',
    names: ['days', 'op'],
    expects: `Enter whole days from 0 to ${formatCount(maxDays)}`,
  },
  { filter: 'tag', name: 'Tag', names: ['tag'], expects: atMost(50) },
  { filter: 'bookedBy', name: 'Booked by', names: ['bookedBy'], expects: atMost(50) },
  { filter: 'phone_num', name: 'Phone', names: ['phone_num'], expects: atMost(maxPhoneLength) },
  { filter: 'todo', name: 'To do', names: ['todo'], expects: 'Choose a list on the dashboard' },
];

/** The hint beside a filter with an invalid value. */
export const unreadableHint = (problems: FilterProblems, name: FilterName): string | undefined =>
  !(name in problems)
    ? undefined
    : name === 'op'
      ? operatorExpected
      : filters.find(({ names }) => names.includes(name))?.expects;

function rangeOf(query: ShipmentsQuery, filter: ShipmentsFilter) {
  const ends = {
    booked: [query.bookingfrom, query.bookingto] as const,
    delivered: [query.deliveredfrom, query.deliveredto] as const,
  };
  if (filter !== 'booked' && filter !== 'delivered') return undefined;
  const [from, to] = ends[filter];
  return from || to ? { ...daysInOrder(from, to), swapped: areReversed(from, to) } : undefined;
}
