import { ActionIcon, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { Sorted } from './data-table-props.ts';
import styles from './sort-field.module.css';

/** Sorting on phones, where there are no column titles. */
export function SortField(
  props: Sorted & {
    options: readonly { value: string; label: string }[];
    /** What the list is sorted by without a choice, if that is none of the options. */
    unsorted?: string;
  },
) {
  const { by, dir, onSort } = props;
  const falling = dir === 'desc';
  const Icon = falling ? IconSortDescending : IconSortAscending;
  return (
    <div className={styles.field}>
      <Select
        aria-label="Sort by"
        allowDeselect={false}
        data={props.options}
        value={by ?? null}
        placeholder={props.unsorted}
        onChange={(chosen) => chosen && onSort(chosen, dir)}
      />
      {by !== undefined && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={falling ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
          onClick={() => onSort(by, falling ? 'asc' : 'desc')}
        >
          <Icon size={18} />
        </ActionIcon>
      )}
    </div>
  );
}
