import type { StoreOrdersSort } from '@courierdesk/contract/store-order-filters';
import { ActionIcon, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { sortOf, type StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import styles from './store-orders-page.module.css';

const sorts: { value: StoreOrdersSort; label: string }[] = [
  { value: 'age', label: 'Age' },
  { value: 'total', label: 'Total' },
  { value: 'city', label: 'City' },
];

/** Sorting on phones, where there are no column titles. */
export function StoreOrderSort(props: {
  search: StoreOrdersSearch;
  onSort: (by: string, dir: 'asc' | 'desc') => void;
}) {
  const { sort = 'age', dir } = sortOf(props.search);
  const falling = dir === 'desc';
  const Icon = falling ? IconSortDescending : IconSortAscending;
  return (
    <div className={styles.sort}>
      <Select
        aria-label="Sort by"
        allowDeselect={false}
        data={sorts}
        value={sort}
        onChange={(by) => by && props.onSort(by, dir)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={falling ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
        onClick={() => props.onSort(sort, falling ? 'asc' : 'desc')}
      >
        <Icon size={18} />
      </ActionIcon>
    </div>
  );
}
