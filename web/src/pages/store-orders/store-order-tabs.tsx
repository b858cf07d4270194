import type { StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import { Link } from '@tanstack/react-router';
import type { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import type { TabLink } from '../../parts/saved-views/view-tabs.tsx';
import styles from './store-order-tabs.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

export const tabName: Record<StoreOrdersTab, string> = {
  ready: 'Ready to book',
  look: 'Needs a look',
  'booked-today': 'Booked today',
  all: 'All',
};

const tabs: readonly StoreOrdersTab[] = ['ready', 'look', 'booked-today', 'all'];
export function StoreOrderTabs(props: {
  search: StoreOrdersSearch;
  counts: Record<StoreOrdersTab, number> | undefined;
  link: (isCurrent: boolean) => TabLink;
  /** A saved view is open: a tab leaves it, with its filters. */
  inView: boolean;
}) {
  const { search, inView } = props;
  return tabs.map((tab) => (
    <Link
      key={tab}
      to="/dashboard/shopify/orders"
      search={inView ? { tab, view: 'all' } : { ...search, tab, page: 1, open: undefined, view: 'all' }}
      activeOptions={{ exact: true }}
      {...props.link(tab === search.tab)}
      data-tone={tab === 'look' && props.counts?.look ? 'process' : undefined}
    >
      {tabName[tab]}
      <span className={styles.count}>{props.counts ? formatCount(props.counts[tab]) : '–'}</span>
    </Link>
  ));
}
