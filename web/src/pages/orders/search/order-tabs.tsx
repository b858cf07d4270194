import { ShipmentsFilter, type ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { Link } from '@tanstack/react-router';
import { textOf } from '../../../lib/url-filters.ts';
import type { TabLink } from '../../../parts/saved-views/view-tabs.tsx';
import type { OrdersSearch } from './orders-search.ts';

type OrderTab = {
  readonly name: string;
  readonly search: Partial<Pick<ShipmentsQuery, 'status' | 'todo' | 'sort' | 'dir'>>;
};

const all: OrderTab = { name: 'All', search: {} };

/** The ready-made views of the orders page. Each is a filter that people can also set themselves. */
const orderTabs: readonly OrderTab[] = [
  all,
  { name: 'To hand over', search: { status: ['FULFILLED'] } },
  { name: 'On the way', search: { status: ['INPROCESS'] } },
  { name: 'Late', search: { todo: 'LATE', sort: 'booked', dir: 'asc' } },
  { name: 'Returned', search: { status: ['RTS'] } },
];

/** The tab that has the same status and to-do filter. */
export const tabOf = ({ status, todo }: OrdersSearch): OrderTab | undefined =>
  orderTabs.find((tab) => tab.search.todo === todo && textOf(tab.search.status) === textOf(status));

/** The filters that the tab sets: its name says them, so they need no chip. */
export const filtersOfTab = (tab: OrderTab | undefined): readonly ShipmentsFilter[] =>
  ShipmentsFilter.options.filter((filter) => tab && Object.hasOwn(tab.search, filter));

/** Whether the list is sorted as the tab sorts it. */
export const isSortedAs = (tab: OrderTab | undefined, { sort, dir }: OrdersSearch): boolean =>
  sort === (tab?.search.sort ?? 'booked') && dir === (tab?.search.dir ?? 'desc');

export const OrderTabs = ({ current, link }: { current: OrderTab | undefined; link: (is: boolean) => TabLink }) =>
  orderTabs.map((tab) => (
    <Link
      key={tab.name}
      to="/dashboard/orders"
      search={{ ...tab.search, view: 'all' }}
      activeOptions={{ exact: true }}
      {...link(tab === current)}
    >
      {tab.name}
    </Link>
  ));
