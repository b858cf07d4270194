import { courierName } from '../values/companies.ts';
import { daysInOrder, formatDay } from '../values/dates.ts';
import type { ParcelsToDo, ShipmentsQuery } from './shipment-filters.ts';
import { statusName } from '../values/statuses.ts';

/** A filter of the orders page in words. */
type FilterWords = { name: string; value: string };

/** The filters of a query, in words and in the order of the orders page. */
export function filterWords(query: ShipmentsQuery): FilterWords[] {
  const words: [name: string, value: string | undefined][] = [
    ['Search', query.query && `“${query.query}”`],
    ['Tracking number', query.track],
    ['Status', query.status?.map((status) => statusName[status]).join(', ')],
    ['Courier', query.courier?.map(courierName).join(', ')],
    ['Payment', query.payment_status && { PAID: 'Paid', UNPAID: 'Unpaid' }[query.payment_status]],
    ['Booked', rangeWords(query.bookingfrom, query.bookingto)],
    ['Delivered', rangeWords(query.deliveredfrom, query.deliveredto)],
    ['City', query.dest],
    ['Days', query.days === undefined ? undefined : `${operatorWord[query.op]} ${query.days}`],
    ['Tag', query.tag],
    ['Booked by', query.bookedBy],
    ['Phone', query.phone_num],
    ['To do', query.todo && toDoName[query.todo]],
  ];
  return words.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

export const toDoName: Record<ParcelsToDo, string> = {
  LATE: 'Late',
  UNPRINTED: 'Label not printed',
  NOT_PICKED_UP: 'Not picked up after 2 days',
  STUCK: 'No news for 3 days',
  UNCHECKED: 'Not checked for a day',
  ATTEMPTED: 'Delivery attempt failed',
  MISSING_PAYMENT: 'Missing from payments',
  PAID_SHORT: 'Paid less than the COD',
};

const operatorWord = { GREATER: 'more than', LESS: 'less than', EQUAL: 'exactly' };

function rangeWords(first: string | undefined, last: string | undefined): string | undefined {
  const { from, to } = daysInOrder(first, last);
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to && `until ${formatDay(to)}`;
}
