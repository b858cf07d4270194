import { formatDay } from '@courierdesk/contract/dates';
import { Button, Select } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { maxSpent, SampleSort, type SampleOrdersSearch } from './sample-orders-search.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { FiltersButton } from '../../ui/filters/filters-button.tsx';
import { withoutFilters, type UrlFilter } from '../../ui/filters/url-filter.ts';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { accountText, SampleFilters } from './sample-filters.tsx';
import { dollars, matchingOrders, type SampleOrder } from './sample-orders.ts';
import styles from './sample-orders-page.module.css';

const route = getRouteApi('/dashboard/sample-orders');
const panelId = 'sample-filters';

/** Invented orders to try search, sort and filters with. Nothing is loaded and nothing can be changed. */
export function SampleOrdersPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/sample-orders' });
  const [filtering, setFiltering] = useState(false);
  const change = (part: Partial<SampleOrdersSearch>): Promise<void> =>
    navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  const filters = activeFilters(search);
  const drop = (dropped: readonly Filter[]): void => void change(withoutFilters(dropped));
  const [by = 'order', dir] = search.sort.split(' ');
  return (
    <Page title="Sample store orders" width="wide" help="orders#sample-store-orders">
      <Notice tone="info">These orders are invented, for practice. Your own are under Store orders.</Notice>
      <div className={styles.bar}>
        <SearchBox
          label="Search order or customer"
          className={styles.search}
          value={search.query}
          onSearch={(query) => change({ query })}
        />
        <Select
          aria-label="Sort by"
          className={styles.sort}
          allowDeselect={false}
          data={sorts}
          value={search.sort}
          onChange={(value) => void change({ sort: SampleSort.catch('order desc').parse(value) })}
        />
        <FiltersButton label="Filters" panelId={panelId} opened={filtering} onToggle={() => setFiltering(!filtering)} />
        {filters.length > 0 && <FilterChips filters={filters} onDrop={drop} />}
      </div>
      {filtering && <SampleFilters id={panelId} search={search} onChange={change} />}
      <DataTable
        label="Sample store orders"
        query={loaded}
        rows={matchingOrders(search)}
        rowKey={(one) => one.id}
        rowLabel={(one) => `#${one.order}`}
        columns={columns}
        sorted={{
          by,
          dir: dir === 'asc' ? 'asc' : 'desc',
          onSort: (key, direction) =>
            void change({ sort: SampleSort.catch('order desc').parse(`${key} ${direction}`) }),
        }}
        renderPhone={(one) => (
          <PhoneRow
            top={
              <>
                <strong>#{one.order}</strong> {one.customer}
              </>
            }
            topRight={dollars(one.total)}
            bottom={`${formatDay(one.date)} · ${one.paymentStatus}`}
            bottomRight={one.fulfillmentStatus}
          />
        )}
        empty={
          <EmptyState
            icon={<IconFilterOff size={28} stroke={1.5} />}
            title="No order matches"
            action={
              <Button variant="default" onClick={() => drop(filters)}>
                Clear all filters
              </Button>
            }
          />
        }
      />
    </Page>
  );
}

const loaded = {
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch: (): void => undefined,
};

const sortName: Record<string, string> = { order: 'Order', customer: 'Customer', date: 'Date', total: 'Total' };
const sorts = SampleSort.options.map((value) => {
  const [by = '', dir] = value.split(' ');
  return { value, label: `${sortName[by]}, ${dir === 'asc' ? 'ascending' : 'descending'}` };
});

const columns: readonly Column<SampleOrder>[] = [
  {
    key: 'order',
    title: 'Order',
    width: 100,
    sort: { by: 'order', first: 'desc' },
    cell: (one) => <strong>#{one.order}</strong>,
  },
  { key: 'date', title: 'Date', width: 140, sort: { by: 'date', first: 'desc' }, cell: (one) => formatDay(one.date) },
  { key: 'customer', title: 'Customer', sort: { by: 'customer', first: 'asc' }, cell: (one) => one.customer },
  {
    key: 'total',
    title: 'Total',
    width: 120,
    align: 'right',
    sort: { by: 'total', first: 'desc' },
    cell: (one) => <span className="numbers">{dollars(one.total)}</span>,
  },
  { key: 'payment', title: 'Payment status', width: 180, cell: (one) => one.paymentStatus },
  { key: 'fulfillment', title: 'Fulfillment status', width: 200, cell: (one) => one.fulfillmentStatus },
];

type Filter = UrlFilter<SampleOrdersSearch>;

function activeFilters(search: SampleOrdersSearch): Filter[] {
  const { query, account, tag, spent_from: from, spent_to: to } = search;
  return [
    ...(query ? [{ name: 'Search', value: query, without: { query: '' } }] : []),
    ...(account ? [{ name: 'Account status', value: accountText[account], without: { account: undefined } }] : []),
    ...(tag ? [{ name: 'Tagged with', value: tag, without: { tag: '' } }] : []),
    ...(from > 0 || to < maxSpent
      ? [
          {
            name: 'Money spent',
            value: `${dollars(from)} to ${dollars(to)}`,
            without: { spent_from: 0, spent_to: maxSpent },
          },
        ]
      : []),
  ];
}
