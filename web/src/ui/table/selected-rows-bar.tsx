import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasUnappliedText } from '../filters/unapplied-text.ts';
import styles from './selected-rows-bar.module.css';
import type { ListSelection } from './use-selection.ts';
import { formatCount } from '@courierdesk/contract/count-text';

/**
 * The bar of a list's selection: how many rows, how many of them are on other pages, and what to do with them. Stays in
 * view at the bottom.
 */
export function SelectedRowsBar(props: {
  label: string;
  selection: Omit<ListSelection<unknown>, 'ticked'>;
  facts?: ReactNode;
  warning?: string | undefined;
  children: ReactNode;
}) {
  const { count, hidden, all, offered, isPlaceholder, clear, selectAll, keepShown } = props.selection;
  const isTyping = useHasUnappliedText();
  const selected = formatCount(count);
  const isPartlyHidden = !all && hidden > 0;
  return (
    // The list is about to change, and the selection with it: nothing can be pressed until then.
    <section className={styles.bar} aria-label={props.label} data-selection-bar inert={isPlaceholder || isTyping}>
      <div className={styles.what}>
        <strong role="status">
          {all
            ? `All ${selected} matching selected`
            : `${selected} selected${isPartlyHidden ? `, ${formatCount(hidden)} not shown` : ''}`}
        </strong>
        <span className={styles.dim}>
          {isPartlyHidden && hidden < count && (
            <Button variant="subtle" size="compact-sm" onClick={keepShown}>
              Keep only those shown
            </Button>
          )}
          {props.facts}
          {offered !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={selectAll}>
              Select all {formatCount(offered)} matching
            </Button>
          )}
        </span>
        {props.warning && <span className={styles.warning}>{props.warning}</span>}
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
        {props.children}
      </div>
    </section>
  );
}
