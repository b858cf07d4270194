import { addDays, dayOf } from '@courierdesk/contract/dates';
import { ShipmentsSort } from '@courierdesk/contract/shipment-sorts';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';

export type OrdersPageCase = {
  name: string;
  /** The page's own parameters, as a function of today and of how many shipments the shop has. */
  search(today: string, shipments: number): Record<string, string>;
  /** Measured in shops of every size: it must not grow with them. */
  steady?: boolean;
  /** The server finds the search words to be common ones. */
  common?: boolean;
  /** Where the page must be faster than every page must be. */
  maxMs?: number;
};

/** The Orders page as people ask for it. */
export const ordersPageCases: OrdersPageCase[] = [
  { name: 'unfiltered', search: () => ({}), steady: true },
  { name: 'one-status', search: () => ({ status: 'DELIVERED' }), steady: true },
  { name: 'one-courier', search: () => ({ courier: 'POSTEX' }) },
  { name: 'unpaid', search: () => ({ payment_status: 'UNPAID' }) },
  { name: 'thirty-days', search: (today) => ({ bookingfrom: addDays(today, -60), bookingto: addDays(today, -31) }) },
  {
    name: 'delivered-in-a-week',
    search: (today) => ({ deliveredfrom: addDays(today, -30), deliveredto: addDays(today, -23) }),
  },
  { name: 'one-city', search: () => ({ dest: 'Jhelum' }) },
  { name: 'largest-city', search: () => ({ dest: 'Lahore' }) },
  { name: 'more-than-three-days', search: () => ({ days: '3' }) },
  { name: 'exactly-two-days', search: () => ({ days: '2', op: 'EQUAL' }) },
  { name: 'less-than-two-days', search: () => ({ days: '2', op: 'LESS' }) },
  { name: 'merged', search: () => ({ tag: 'MERGED' }) },
  { name: 'booked-by', search: () => ({ bookedBy: 'P3' }) },
  { name: 'phone', search: () => ({ phone_num: '03000007919' }) },
  { name: 'number', search: () => ({ track: '5447' }) },
  { name: 'search-number', search: () => ({ query: '000000123' }) },
  { name: 'search-name', search: () => ({ query: 'zainab siddiqui' }) },
  { name: 'search-common-name', search: () => ({ query: 'qureshi' }), common: true, maxMs: 60 },
  { name: 'search-common-and-status', search: () => ({ query: 'qureshi', status: 'RTS' }), common: true },
  { name: 'city-and-status', search: () => ({ dest: 'Lahore', status: 'RTS' }) },
  { name: 'courier-and-status', search: () => ({ courier: 'TCS', status: 'INPROCESS' }) },
  { name: 'several-statuses', search: () => ({ status: 'INPROCESS,RTS' }) },
  { name: 'several-statuses-oldest-first', search: () => ({ status: 'FULFILLED,INPROCESS', dir: 'asc' }) },
  { name: 'several-statuses-by-cod', search: () => ({ status: 'INPROCESS,RTS', sort: 'cod' }) },
  { name: 'several-statuses-and-couriers', search: () => ({ status: 'INPROCESS,RTS', courier: 'TCS,MNP' }) },
  { name: 'status-and-payment', search: () => ({ status: 'DELIVERED', payment_status: 'UNPAID' }) },
  { name: 'courier-and-city', search: () => ({ courier: 'LEOPARD', dest: 'Multan' }) },
  { name: 'status-and-days', search: () => ({ status: 'INPROCESS', days: '3' }) },
  { name: 'courier-and-days', search: () => ({ courier: 'MNP', days: '4' }) },
  {
    name: 'staff-and-month',
    search: (today) => ({ bookedBy: 'P3', bookingfrom: addDays(today, -30), bookingto: today }),
  },
  {
    name: 'city-and-month',
    search: (today) => ({ dest: 'Karachi', bookingfrom: addDays(today, -30), bookingto: today }),
  },
  { name: 'merged-and-status', search: () => ({ tag: 'MERGED', status: 'RTS' }) },
  { name: 'search-and-status', search: () => ({ query: 'zainab siddiqui', status: 'RTS' }) },
  { name: 'page-100', search: () => ({ page: '100' }) },
  { name: 'middle-page', search: (_, shipments) => ({ page: String(Math.round(shipments / 100)) }) },
  { name: 'last-page', search: (_, shipments) => ({ page: String(Math.ceil(shipments / 50)) }) },
  ...ShipmentsSort.options.flatMap((sort): OrdersPageCase[] =>
    sort === 'booked'
      ? [{ name: 'sort-booked-asc', search: () => ({ sort, dir: 'asc' }) }]
      : [
          { name: `sort-${sort}-asc`, search: () => ({ sort, dir: 'asc' }) },
          { name: `sort-${sort}`, search: () => ({ sort }) },
        ],
  ),
  { name: 'status-by-cod', search: () => ({ status: 'INPROCESS', sort: 'cod' }) },
  { name: 'city-by-delivery', search: () => ({ dest: 'Okara', sort: 'delivered' }) },
  { name: 'last-page-by-cod', search: (_, shipments) => ({ sort: 'cod', page: String(Math.ceil(shipments / 50)) }) },
];

export function queryOf(one: OrdersPageCase, shipments: number, now: Date): ShipmentsQuery {
  return ShipmentsQuery.parse(searchOf(one, shipments, now));
}

export const searchOf = (one: OrdersPageCase, shipments: number, now: Date): Record<string, string> =>
  one.search(dayOf(now, 'Asia/Karachi'), shipments);
