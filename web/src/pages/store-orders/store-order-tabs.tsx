import type { StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import { Link } from '@tanstack/react-router';
import type { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import styles from './store-order-tabs.module.css';

export const tabName: Record<StoreOrdersTab, string> = {
  ready: 'Ready to book',
  look: 'Needs a look',
  'booked-today': 'Booked today',
  all: 'All',
};

const tabs: readonly StoreOrdersTab[] = ['ready', 'look', 'booked-today', 'all'];
const count = new Intl.NumberFormat('en-US');

export function StoreOrderTabs(props: {
  search: StoreOrdersSearch;
  counts: Record<StoreOrdersTab, number> | undefined;
}) {
  return (
    <nav className={styles.tabs} aria-label="Which orders">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/dashboard/shopify/orders"
          search={{ ...props.search, tab, page: 1, open: undefined, view: props.search.view ?? 'all' }}
          activeOptions={{ exact: true }}
          className={styles.tab}
          data-tone={tab === 'look' && props.counts?.look ? 'process' : undefined}
          aria-current={tab === props.search.tab ? 'page' : undefined}
        >
          {tabName[tab]}
          <span className={styles.count}>{props.counts ? count.format(props.counts[tab]) : '–'}</span>
        </Link>
      ))}
    </nav>
  );
}
