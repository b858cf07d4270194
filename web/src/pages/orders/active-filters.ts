import { courierName } from '@courierdesk/contract/companies';
import type { ShipmentsFilter } from '@courierdesk/contract/shipments';
import { statusName } from '@courierdesk/contract/statuses';
import { rangeName } from '../../lib/day-ranges.ts';
import type { OrdersSearch } from './orders-search.ts';

export type ActiveFilter = {
  filter: ShipmentsFilter;
  name: string;
  value: string;
  without: Partial<OrdersSearch>;
};

const operatorWord = { GREATER: 'more than', LESS: 'less than', EQUAL: 'exactly' };
const paymentWord = { PAID: 'Paid', UNPAID: 'Unpaid' };

/** The filters a URL carries, in words, each with the change that drops it. */
export function activeFilters(search: OrdersSearch, today: string): ActiveFilter[] {
  const filters: (ActiveFilter | undefined)[] = [
    one('query', 'Search', search.query && `“${search.query}”`, { query: undefined }),
    one('track', 'Tracking number', search.track, { track: undefined }),
    one('status', 'Status', search.status && statusName[search.status], { status: undefined }),
    one('courier', 'Courier', search.courier && courierName(search.courier), { courier: undefined }),
    one('payment_status', 'Payment', search.payment_status && paymentWord[search.payment_status], {
      payment_status: undefined,
    }),
    one('booked', 'Booked', rangeWords(search.bookingfrom, search.bookingto, today), {
      bookingfrom: undefined,
      bookingto: undefined,
    }),
    one('delivered', 'Delivered', rangeWords(search.deliveredfrom, search.deliveredto, today), {
      deliveredfrom: undefined,
      deliveredto: undefined,
    }),
    one('dest', 'City', search.dest, { dest: undefined }),
    one('days', 'Days', search.days === undefined ? undefined : `${operatorWord[search.op]} ${search.days}`, {
      days: undefined,
      op: 'GREATER',
    }),
    one('tag', 'Tag', search.tag, { tag: undefined }),
    one('bookedBy', 'Booked by', search.bookedBy, { bookedBy: undefined }),
    one('phone_num', 'Phone', search.phone_num, { phone_num: undefined }),
  ];
  return filters.filter((filter) => filter !== undefined);
}

const one = (
  filter: ShipmentsFilter,
  name: string,
  value: string | undefined,
  without: Partial<OrdersSearch>,
): ActiveFilter | undefined => (value ? { filter, name, value, without } : undefined);

const rangeWords = (from: string | undefined, to: string | undefined, today: string): string | undefined =>
  from || to ? rangeName({ from, to }, today) : undefined;
