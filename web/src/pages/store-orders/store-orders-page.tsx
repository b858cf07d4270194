import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { storeOrdersQuery } from '../../api/store-orders.ts';
import { useKeys } from '../../lib/keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { MergeSuggestions } from './merge-suggestions.tsx';
import { NoStoreOrders } from './no-store-orders.tsx';
import { RefreshStore, StoreNotRead, useRefreshStore } from './refresh-store.tsx';
import { StoreOrderOnPhone, storeOrderColumns } from './store-order-columns.tsx';
import { StoreOrderPanel } from './store-order-panel.tsx';
import { SelectedOrdersBar } from './selected-orders-bar.tsx';
import { StoreOrderTabs } from './store-order-tabs.tsx';
import { useBookSelected } from './use-book-selected.ts';
import { useSelectedOrders } from './use-selected-orders.ts';
import styles from './store-orders-page.module.css';

const route = getRouteApi('/dashboard/shopify/orders');

export function StoreOrdersPage() {
  const { open, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/shopify/orders' });
  const query = useQuery(storeOrdersQuery(search));
  const refresh = useRefreshStore();
  const list = query.data;
  const roomy = useMediaQuery('(min-width: 1536px)', undefined, { getInitialValueInEffect: false });
  const selected = useSelectedOrders(list?.data);
  const booking = useBookSelected(selected);
  const opened = list?.data.find((order) => order.id === open);

  const show = (id: string | undefined): void =>
    void navigate({ search: (now) => ({ ...now, open: id }), replace: open !== undefined && id !== undefined });
  const book = (id: string): void => void navigate({ to: '/dashboard/order/book', search: { id } });
  useKeys({ b: () => open && book(open) }, open !== undefined && selected.count === 0);
  useKeys(
    { b: booking.run, m: () => selected.mayMerge && void navigate(selected.toMerge), Escape: selected.clear },
    selected.count > 0,
  );
  const selectable = search.tab !== 'booked-today';

  return (
    <Page
      title="Store orders"
      width="wide"
      tools={<RefreshStore refresh={refresh} mirroredAt={list?.mirrored_at ?? null} />}
    >
      <StoreNotRead refresh={refresh} mirroredAt={list?.mirrored_at ?? null} />
      <div className={styles.bar}>
        <StoreOrderTabs tab={search.tab} query={search.query} counts={list?.counts} />
        <SearchBox
          className={styles.search}
          label="Search order, name, phone or city"
          value={search.query}
          onSearch={(text) => void navigate({ search: (now) => ({ ...now, query: text, page: 1 }) })}
        />
      </div>
      {search.tab === 'ready' && <MergeSuggestions />}
      <DataTable
        label="Store orders"
        query={query}
        rows={list?.data}
        rowKey={(order) => order.id}
        rowLabel={(order) => order.order_name}
        columns={storeOrderColumns(search, roomy)}
        onOpen={(order) => show(order.id)}
        openKey={open}
        selection={selectable ? selected.selection : undefined}
        rowKeys={selected.count > 0 ? undefined : { b: (order) => book(open ?? order.id) }}
        tone={(order) => (order.cancelled ? 'cancelled' : undefined)}
        renderPhone={(order) => <StoreOrderOnPhone order={order} search={search} />}
        empty={list && <NoStoreOrders list={list} search={search} refresh={refresh} />}
      />
      {list && list.pagination.total > 0 && (
        <Pagination
          page={search.page}
          limit={search.limit}
          total={list.pagination.total}
          things="Orders"
          onChange={(paging) => void navigate({ search: (now) => ({ ...now, open: undefined, ...paging }) })}
        />
      )}
      {selectable && selected.count > 0 && <SelectedOrdersBar selected={selected} booking={booking} />}
      {open && <StoreOrderPanel key={open} id={open} row={opened} onClose={() => show(undefined)} />}
    </Page>
  );
}
