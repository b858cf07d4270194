import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ActiveFilter } from './active-filters.ts';
import styles from './filter-chips.module.css';

/** The filters of the list; a click drops one. */
export function FilterChips(props: {
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) {
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {props.filters.map((filter) => (
        <li key={filter.name}>
          <button type="button" className={styles.chip} onClick={() => props.onDrop([filter])}>
            <span className="visually-hidden">Drop filter </span>
            <span className={styles.name}>{filter.name}</span>
            <span className="visually-hidden">: </span>
            <span className={styles.value}>{filter.value}</span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      {props.filters.length > 1 && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => props.onDrop(props.filters)}>
            Drop all
          </Button>
        </li>
      )}
    </ul>
  );
}
