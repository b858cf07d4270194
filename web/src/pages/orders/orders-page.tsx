import { dayOf } from '@courierdesk/contract/dates';
import { defaultColumns } from '@courierdesk/contract/order-views';
import { ShipmentsSort } from '@courierdesk/contract/shipment-sorts';
import type { ShipmentRow } from '@courierdesk/contract/shipments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { orderViewsQuery } from '../../api/order-views.ts';
import { shipmentsQuery } from '../../api/shipments.ts';
import { chosenPreset } from '../../lib/day-ranges.ts';
import { useKeys } from '../../lib/keys.ts';
import { useSharedState } from '../../lib/shared-state.ts';
import { useExportTools } from '../../parts/exporting/use-export-tools.tsx';
import { useNow } from '../../lib/use-now.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { textOf } from '../../lib/url-filters.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { useWide } from '../../lib/use-wide.ts';
import { useImportTools } from '../../parts/importing/use-import-tools.tsx';
import { SaveView } from '../../parts/saved-views/save-view.tsx';
import { ViewTabs } from '../../parts/saved-views/view-tabs.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OfferedRows } from '../../ui/table/offered-rows.tsx';
import { SortField } from '../../ui/table/sort-field.tsx';
import { useSteadyList } from '../../ui/table/use-steady-list.ts';
import { useCloseFilters } from '../../ui/filters/use-close-filters.ts';
import { FiltersButton } from '../../ui/filters/filters-button.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { stepsIn } from '../../ui/dialogs/side-panel.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTools } from '../../ui/page-tools.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import { activeFilters } from './search/active-filters.ts';
import { ColumnMenu } from './list/column-menu.tsx';
import { FilterPanel } from './search/filter-panel.tsx';
import { LastChecks } from './list/last-checks.tsx';
import { NoOrders } from './search/no-orders.tsx';
import { columnName, orderColumns } from './list/order-columns.tsx';
import { OrderPhoneRow } from './list/order-phone-row.tsx';
import { OrderTasks } from './tasks/order-tasks.tsx';
import styles from './orders-page.module.css';
import { useOrdersSearch } from './search/use-orders-search.ts';
import { SelectedShipmentsBar } from './bulk/selected-shipments-bar.tsx';
import { filtersOfTab, isSortedAs, OrderTabs, tabOf } from './search/order-tabs.tsx';
import { ShipmentPanel } from './shipment-panel/shipment-panel.tsx';
import { TaskPanel } from './tasks/task-panel.tsx';
import { useOrderSelection } from './list/use-order-selection.ts';
import { columnsOf, differsFrom, isOrderView, searchOfView, viewSearchOf } from './search/view-search.ts';

const panelId = 'order-filters';
const sortOptions = ShipmentsSort.options.map((value) => ({ value, label: columnName[value] }));

export function OrdersPage() {
  const { search, query: listQuery, problems, ...change } = useOrdersSearch();
  const phone = usePhone();
  const isWide = useWide();
  const today = dayOf(useNow(), useTimeZone());
  // Names of ranges depend on it.
  useSharedState(chosenPreset);
  const readable = problems === undefined;
  const options = shipmentsQuery(listQuery);
  const query = useQuery({ ...options, enabled: readable });
  const steady = useSteadyList(query, options.queryKey, {
    of: ({ data, totalOrders }) => ({ rows: data, total: totalOrders }),
    rowKey: ({ id }) => id,
  });
  const isPlaceholder = readable && query.isPlaceholderData;
  const rows = readable ? steady.rows : [];
  const { data: saved = [] } = useQuery(orderViewsQuery);
  const views = saved.filter(isOrderView);
  const [filtering, setFiltering] = useState(false);
  const filters = activeFilters(search, today);
  const total = readable ? steady.total : 0;
  const more = query.data?.more ?? false;
  const chosen = useOrderSelection(listQuery, { rows, total: more ? undefined : total, isPlaceholder });
  const importing = useImportTools();
  const exporting = useExportTools(listQuery, isPlaceholder || more ? undefined : total);
  const view = views.find(({ id }) => id === search.view);
  const sorted = { by: search.sort, dir: search.dir, onSort: change.setSort };
  const columns = useMemo(() => columnsOf(search, view), [search, view]);
  const tableColumns = useMemo(() => orderColumns(search, columns, isWide), [search, columns, isWide]);
  const renderPhone = useCallback((row: ShipmentRow) => <OrderPhoneRow row={row} search={search} />, [search]);
  const tab = view ? undefined : tabOf(search);
  const chips = filters.filter(({ filter }) => !filtersOfTab(tab).includes(filter));
  const hasUnsavedView = view
    ? differsFrom(view, search, today)
    : chips.length > 0 || !isSortedAs(tab, search) || search.columns !== undefined;

  const openShipment = ({ id, tracking_number: number }: ShipmentRow): void =>
    change.openPanel({ shipment: number, parcel: id });
  const isOpen = ({ id, tracking_number: number }: ShipmentRow): boolean =>
    number === search.shipment && (search.parcel === undefined || id === search.parcel);
  const isListOnly = !search.shipment && !search.task;
  useKeys({ Escape: chosen.clear }, chosen.count > 0 && !filtering && isListOnly);
  const closeFilters = useCloseFilters(panelId, filtering && isListOnly, () => setFiltering(false));

  return (
    <Page
      title="Orders"
      help="orders"
      width="wide"
      tools={
        <>
          {!phone && <ColumnMenu columns={columns} onChange={change.setColumns} />}
          <RefreshButton query={query} onRefresh={steady.refresh} />
          <PageTools tools={[...importing.tools, ...exporting.tools]} />
        </>
      }
    >
      <ViewTabs
        renderTabs={(link) => <OrderTabs current={tab} link={link} />}
        views={views}
        view={view}
        renderLink={(one, rest) => (
          <Link to="/dashboard/orders" search={searchOfView(one, today)} activeOptions={{ exact: true }} {...rest} />
        )}
        onDeleted={() => change.setSearch({ view: 'all' })}
      />
      <div className={styles.bar}>
        <SearchBox
          label="Search number, order, phone or name"
          className={styles.search}
          value={textOf(search.query)}
          onSearch={(text) => change.setFilters({ query: text || undefined })}
        />
        <FiltersButton
          label="More filters"
          panelId={panelId}
          opened={filtering}
          onToggle={() => setFiltering(!filtering)}
        />
        {phone && <SortField options={sortOptions} {...sorted} />}
        {chips.length > 0 && <FilterChips filters={chips} onDrop={change.clearFilters} />}
        {hasUnsavedView && readable && (
          <SaveView
            view={view}
            shown={{ page: 'orders', search: viewSearchOf(search, today, view), columns: [...columns] }}
            onSaved={(made) => isOrderView(made) && change.setSearch(searchOfView(made, today))}
          />
        )}
      </div>
      {filtering && <FilterPanel id={panelId} onClose={closeFilters} />}
      <OrderTasks onOpen={(task) => change.openPanel({ task })} />
      {!phone && <LastChecks />}
      <DataTable
        label="Orders"
        className={columns.length > defaultColumns.length ? `${styles.list} ${styles.wide}` : styles.list}
        query={query}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.order_name}, ${row.tracking_number}`}
        columns={tableColumns}
        sorted={sorted}
        selection={chosen.table}
        tone={(row) => (steady.changes?.gone.has(row.id) ? 'dim' : toneOf(row))}
        offer={<OfferedRows changes={steady.changes} thing="order" onShow={steady.show} />}
        onOpen={openShipment}
        openKey={rows?.find(isOpen)?.id}
        renderPhone={renderPhone}
        paging={{
          ...search,
          total,
          things: 'Orders',
          more,
          onChange: (paging, replace) => void change.setFilters(paging, replace),
        }}
        empty={<NoOrders query={listQuery} filters={filters} onDrop={change.clearFilters} />}
      />
      {phone && rows && <LastChecks />}
      <SelectedShipmentsBar chosen={chosen} isPanelOpen={!isListOnly} />
      {search.shipment && (
        <ShipmentPanel
          key={search.parcel ?? search.shipment}
          number={search.shipment}
          id={search.parcel}
          asksToCancel={search.ask === 'cancel'}
          steps={stepsIn(rows, isOpen, openShipment)}
          onClose={() => change.openPanel({})}
        />
      )}
      {search.task && <TaskPanel key={search.task} id={search.task} onClose={() => change.openPanel({})} />}
      {importing.dialog}
      {exporting.dialog}
    </Page>
  );
}

const toneOf = (row: ShipmentRow): 'cancelled' | 'critical' | undefined =>
  row.booked_packet_status === 'CANCELLED' ? 'cancelled' : row.critical ? 'critical' : undefined;
