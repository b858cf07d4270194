import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react';
import styles from './filter-chips.module.css';

export type FilterChip = {
  readonly name: string;
  readonly value: string;
  /** Why the filter is invalid. */
  readonly error?: string | undefined;
  /** How we corrected the filter. */
  readonly note?: string | undefined;
};

/** The active filters. A click clears one. Invalid ones are marked. */
export function FilterChips<Filter extends FilterChip>(props: {
  filters: readonly Filter[];
  onDrop: (filters: readonly Filter[]) => void;
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
