import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react';
import type { ActiveFilter } from './active-filters.ts';
import styles from './filter-chips.module.css';

/** The filters of the list; a click clears one. Those that cannot be read are marked. */
export function FilterChips(props: {
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) {
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {props.filters.map((filter) => (
        <li key={filter.name}>
          <button
            type="button"
            className={styles.chip}
            data-error={filter.error !== undefined || undefined}
            title={filter.error ?? filter.note}
            onClick={() => props.onDrop([filter])}
          >
            {filter.error && <IconAlertTriangleFilled size={14} aria-hidden />}
            <span className="visually-hidden">{filter.error ? 'Clear unreadable filter ' : 'Clear filter '}</span>
            <span className={styles.name}>{filter.name}</span>
            <span className="visually-hidden">: </span>
            <span className={styles.value}>{filter.value}</span>
            <IconX size={14} aria-hidden />
          </button>
          {filter.note && (
            <span role="status" className={styles.note}>
              {filter.note}
            </span>
          )}
        </li>
      ))}
      {props.filters.length > 1 && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => props.onDrop(props.filters)}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
