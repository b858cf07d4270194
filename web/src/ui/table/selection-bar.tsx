import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

/** What can be done with the selected rows; stays in view at the lower edge. */
export function SelectionBar({
  label,
  selected,
  facts,
  warning,
  onClear,
  children,
}: {
  label: string;
  /** As "12 selected". */
  selected: string;
  facts?: ReactNode;
  warning?: string | undefined;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <section className={styles.bar} aria-label={label} data-selection-bar>
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
