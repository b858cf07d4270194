import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

/** Actions on the selected rows; stays in view at the bottom. */
export function SelectionBar({
  label,
  selected,
  facts,
  warning,
  waiting = false,
  onClear,
  children,
}: {
  label: string;
  /** Such as "12 selected". */
  selected: string;
  facts?: ReactNode;
  warning?: string | undefined;
  /** The list is about to change, and the selection with it. */
  waiting?: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <section className={styles.bar} aria-label={label} data-selection-bar inert={waiting}>
      <div className={styles.what}>
        <strong role="status">{selected}</strong>
        {facts && <span className={styles.dim}>{facts}</span>}
        {warning && <span className={styles.warning}>{warning}</span>}
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
        {children}
      </div>
    </section>
  );
}
