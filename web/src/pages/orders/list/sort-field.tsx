import { OrderColumn } from '@courierdesk/contract/order-views';
import type { SortDirection } from '@courierdesk/contract/paging';
import { ActionIcon, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { columnName } from './order-columns.tsx';
import type { OrdersSearch } from '../search/orders-search.ts';
import styles from './sort-field.module.css';

/** Sorting on phones, where there are no column titles. */
export function SortField({
  search,
  onSort,
}: {
  search: OrdersSearch;
  onSort: (by: string, dir: SortDirection) => void;
}) {
  const falling = search.dir === 'desc';
  const Icon = falling ? IconSortDescending : IconSortAscending;
  return (
    <div className={styles.field}>
      <Select
        aria-label="Sort by"
        allowDeselect={false}
        data={OrderColumn.options.map((value) => ({ value, label: columnName[value] }))}
        value={search.sort}
        onChange={(by) => by && onSort(by, search.dir)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={falling ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
        onClick={() => onSort(search.sort, falling ? 'asc' : 'desc')}
      >
        <Icon size={18} />
      </ActionIcon>
    </div>
  );
}
