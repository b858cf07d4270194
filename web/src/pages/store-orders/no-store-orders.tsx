import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getStoreOrders } from '@courierdesk/contract/store-orders';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconFilterOff, IconPackage, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { textOf } from '../../lib/url-filters.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActiveFilter } from './store-order-filters.ts';
import type { StoreRefresh } from './refresh-store.tsx';
import { tabName } from './store-order-tabs.tsx';

type Search = StoreOrdersSearch;

/** Explains why the list is empty, with one action. */
export function NoStoreOrders(props: {
  list: ReplyOf<typeof getStoreOrders>;
  search: Search;
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
  refresh: StoreRefresh;
}) {
  const { list, search, filters, onDrop, refresh } = props;
  const { tab } = search;
  const query = textOf(search.query);
  if (filters.some(({ filter }) => filter !== 'query')) return <NoMatch filters={filters} onDrop={onDrop} tab={tab} />;
  if (query)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={`No order matches “${query}”`}
        action={
          <>
            <Button variant="default" onClick={() => onDrop(filters)}>
              Clear search
            </Button>
            {tab !== 'all' && <Go search={{ tab: 'all', query }}>Search in all orders</Go>}
          </>
        }
      >
        {tab === 'all' ? 'Searched in all orders of the store.' : `Searched in “${tabName[tab]}” only.`}
      </EmptyState>
    );
  const again = (
    <Button variant="default" loading={refresh.working} onClick={refresh.run}>
      Refresh now
    </Button>
  );
  if (!list.mirrored_at)
    return (
      <EmptyState icon={<IconPackage size={28} stroke={1.5} />} title="No orders are imported yet">
        They appear here automatically. A large store takes a few minutes.
      </EmptyState>
    );
  switch (tab) {
    case 'ready':
      return (
        <EmptyState
          icon={<IconCircleCheck size={28} stroke={1.5} />}
          title="Nothing is waiting to be booked"
          action={
            list.counts.look > 0 ? (
              <Go search={{ tab: 'look' }}>
                {list.counts.look === 1 ? 'See the one order' : `See the ${list.counts.look} orders`} that need
                {list.counts.look === 1 && 's'} a look
              </Go>
            ) : (
              again
            )
          }
        >
          New store orders appear here automatically.
        </EmptyState>
      );
    case 'look':
      return (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="No order needs a look">
          Orders with an address, phone or city that a courier would refuse appear here.
        </EmptyState>
      );
    case 'booked-today':
      return (
        <EmptyState
          icon={<IconPackage size={28} stroke={1.5} />}
          title="Nothing booked today yet"
          action={list.counts.ready > 0 && <Go search={{ tab: 'ready' }}>See what is ready to book</Go>}
        />
      );
    case 'all':
      return (
        <EmptyState icon={<IconPackage size={28} stroke={1.5} />} title="The store has no orders yet" action={again} />
      );
  }
}

function NoMatch(props: {
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
  tab: Search['tab'];
}) {
  const { filters, onDrop, tab } = props;
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} />}
      title="No order matches"
      action={
        <>
          {filters.map((filter) => (
            <Button key={filter.filter} variant="default" onClick={() => onDrop([filter])}>
              Clear {filter.name.toLowerCase()}: {filter.value}
            </Button>
          ))}
          {filters.length > 1 && (
            <Button variant="subtle" onClick={() => onDrop(filters)}>
              Clear all {filters.length}
            </Button>
          )}
        </>
      }
    >
      {`These filters match no order in “${tabName[tab]}”.`}
    </EmptyState>
  );
}

const Go = ({ search, children }: { search: Partial<Search>; children: ReactNode }) => (
  <Button
    variant="default"
    renderRoot={(props) => <Link to="/dashboard/shopify/orders" search={{ ...search, view: 'all' }} {...props} />}
  >
    {children}
  </Button>
);
