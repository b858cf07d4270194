import { StoreOrdersSort } from '@courierdesk/contract/store-order-filters';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { NoActiveAccount } from '../../parts/account-state/no-active-account.tsx';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { orderViewsQuery } from '../../api/order-views.ts';
import { storeOrdersQuery } from '../../api/store-orders.ts';
import { useKeys } from '../../lib/keys.ts';
import { encodeList, sortOf } from '../../lib/store-orders-search.ts';
import { textOf } from '../../lib/url-filters.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { SaveView } from '../../parts/saved-views/save-view.tsx';
import { ViewTabs } from '../../parts/saved-views/view-tabs.tsx';
import { StoreImportStatus } from '../../parts/store-import/store-import-status.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OfferedRows } from '../../ui/table/offered-rows.tsx';
import { SortField } from '../../ui/table/sort-field.tsx';
import { useSteadyList } from '../../ui/table/use-steady-list.ts';
import { useCloseFilters } from '../../ui/filters/use-close-filters.ts';
import { FiltersButton } from '../../ui/filters/filters-button.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FixFilters } from '../../ui/filters/fix-filters.tsx';
import { stepsIn } from '../../ui/dialogs/side-panel.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import { useHasUnappliedText } from '../../ui/filters/unapplied-text.ts';
import { MergeSuggestions } from './merge-suggestions.tsx';
import { NoStoreOrders } from './no-store-orders.tsx';
import { RefreshStore, StoreRefreshFailed, useRefreshStore } from './refresh-store.tsx';
import { SelectedOrdersBar } from './selected-orders-bar.tsx';
import { roomyFrom, StoreOrderOnPhone, storeOrderColumns } from './store-order-columns.tsx';
import { StoreOrderFilterPanel } from './store-order-filter-panel.tsx';
import { activeFilters } from './store-order-filters.ts';
import { StoreOrderPanel } from './store-order-panel.tsx';
import { StoreOrderTabs } from './store-order-tabs.tsx';
import { differsFrom, isStoreOrderView, searchOfView, viewSearchOf } from './store-order-views.ts';
import { useBookSelected } from './use-book-selected.ts';
import { useSelectedOrders } from './use-selected-orders.ts';
import { useStoreOrdersSearch } from './use-store-orders-search.ts';
import styles from './store-orders-page.module.css';

const panelId = 'store-order-filters';
const sortName: Record<StoreOrdersSort, string> = { age: 'Age', total: 'Total', city: 'City' };
const sortOptions = StoreOrdersSort.options.map((value) => ({ value, label: sortName[value] }));

export function StoreOrdersPage() {
  const { search, query: asked, problems, ...change } = useStoreOrdersSearch();
  const { open } = search;
  const navigate = useNavigate();
  const phone = usePhone();
  const listQuery = problems ? undefined : asked;
  const query = useQuery(storeOrdersQuery(listQuery));
  const { data: saved = [] } = useQuery(orderViewsQuery);
  const { data: accounts } = useQuery(activeAccountsQuery);
  const [filtering, setFiltering] = useState(false);
  const refresh = useRefreshStore();
  const reply = listQuery && query.data;
  const steady = useSteadyList(query, storeOrdersQuery(listQuery).queryKey, {
    of: ({ data, pagination }) => ({ rows: data, total: pagination.total }),
    rowKey: ({ id }) => id,
  });
  const rows = listQuery && steady.rows;
  const listed = encodeList(search);
  const sorted = { ...sortOf(search), onSort: change.setSort };
  const isWide = useMediaQuery(`(min-width: ${roomyFrom(search.tab)}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const { isPlaceholderData: isPlaceholder } = query;
  const selected = useSelectedOrders(listQuery, { rows, total: steady.total, isPlaceholder });
  const isActive = !useHasUnappliedText() && !isPlaceholder && selected.count > 0;
  const booking = useBookSelected(selected, listed);
  const opened = rows?.find((order) => order.id === open);
  const filters = activeFilters(search, (id) => accounts?.accounts.find((one) => one.id === id)?.name);
  const invalid = filters.filter(({ error }) => error);
  const views = saved.filter(isStoreOrderView);
  const view = views.find(({ id }) => id === search.view);
  const hasUnsavedView = view ? differsFrom(view, search) : filters.length > 0 || search.sort !== undefined;

  const book = (id: string): void => void navigate({ to: '/dashboard/order/book', search: { id, list: listed } });
  useKeys({ b: () => open && book(open) }, open !== undefined && selected.count === 0);
  useKeys({ b: booking.book, m: booking.merge }, isActive);
  useKeys({ Escape: selected.clear }, isActive && !filtering && open === undefined);
  const closeFilters = useCloseFilters(panelId, filtering && open === undefined, () => setFiltering(false));
  const selectable = search.tab !== 'booked-today';
  const columns = useMemo(() => storeOrderColumns(search, isWide), [search, isWide]);
  const renderPhone = useCallback(
    (order: StoreOrderRow) => <StoreOrderOnPhone order={order} search={search} />,
    [search],
  );

  return (
    <Page
      title="Store orders"
      help="order-booking-guide#choose-the-orders"
      width="wide"
      tools={<RefreshStore refresh={refresh} mirroredAt={reply?.mirrored_at ?? null} />}
    >
      <StoreRefreshFailed refresh={refresh} mirroredAt={reply?.mirrored_at ?? null} />
      <StoreImportStatus />
      <NoActiveAccount isBooking />
      <ViewTabs
        renderTabs={(link) => (
          <StoreOrderTabs search={search} counts={query.data?.counts} link={link} inView={view !== undefined} />
        )}
        views={views}
        view={view}
        renderLink={(one, rest) => (
          <Link to="/dashboard/shopify/orders" search={searchOfView(one)} activeOptions={{ exact: true }} {...rest} />
        )}
        onDeleted={() => change.setSearch({ view: 'all' })}
      />
      <div className={styles.bar}>
        <SearchBox
          className={styles.search}
          label="Search order, name, phone or city"
          value={textOf(search.query)}
          onSearch={(text) => change.setFilters({ query: text || undefined })}
        />
        <FiltersButton label="Filters" panelId={panelId} opened={filtering} onToggle={() => setFiltering(!filtering)} />
        {phone && <SortField options={sortOptions} unsorted="Booking time" {...sorted} />}
        {filters.length > 0 && <FilterChips filters={filters} onDrop={change.clearFilters} />}
        {hasUnsavedView && (
          <SaveView
            view={view}
            shown={{ page: 'store-orders', search: viewSearchOf(search) }}
            onSaved={(made) => isStoreOrderView(made) && change.setSearch(searchOfView(made))}
          />
        )}
      </div>
      {filtering && <StoreOrderFilterPanel id={panelId} onClose={closeFilters} />}
      {search.tab === 'ready' && filters.length === 0 && <MergeSuggestions list={listed} />}
      {listQuery ? (
        <DataTable
          label="Store orders"
          className={styles.list}
          query={query}
          rows={rows}
          rowKey={(order) => order.id}
          rowLabel={(order) => order.order_name}
          columns={columns}
          sorted={sorted}
          onOpen={(order) => change.openOrder(order.id)}
          openKey={open}
          selection={selectable ? selected.table : undefined}
          rowKeys={selected.count > 0 ? undefined : { b: (order) => book(open ?? order.id) }}
          tone={(order) => (order.cancelled ? 'cancelled' : steady.changes?.gone.has(order.id) ? 'dim' : undefined)}
          offer={<OfferedRows changes={steady.changes} thing="order" onShow={steady.show} />}
          renderPhone={renderPhone}
          paging={{
            ...search,
            total: steady.total,
            things: 'Orders',
            onChange: (paging, replace) => void change.setFilters({ open: undefined, ...paging }, replace),
          }}
          empty={
            reply && (
              <NoStoreOrders
                list={reply}
                search={search}
                filters={filters}
                onDrop={change.clearFilters}
                refresh={refresh}
              />
            )
          }
        />
      ) : (
        <FixFilters filters={invalid} onDrop={change.clearFilters}>
          {invalid.map(({ error }) => error).join('. ')}.
        </FixFilters>
      )}
      {selectable && selected.count > 0 && <SelectedOrdersBar selected={selected} booking={booking} />}
      {open && (
        <StoreOrderPanel
          key={open}
          id={open}
          list={listed}
          row={opened}
          steps={stepsIn(
            rows,
            ({ id }) => id === open,
            ({ id }) => change.openOrder(id),
          )}
          onClose={() => change.openOrder(undefined)}
        />
      )}
    </Page>
  );
}
