import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasUnappliedText } from '../filters/unapplied-text.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ListSelection } from './use-selection.ts';
import { formatCount } from '@courierdesk/contract/count-text';

/** The bar of a list's selection: how many rows, how many of them are on other pages, and what to do with them. */
export function SelectedRowsBar<Row>(props: {
  label: string;
  selection: Pick<ListSelection<Row>, 'count' | 'hidden' | 'all' | 'offersAll' | 'clear' | 'selectAll' | 'keepShown'>;
  /** How many rows match. */
  total: number;
  /** The rows are those of an earlier question. */
  isPlaceholder: boolean;
  facts?: ReactNode;
  warning?: string | undefined;
  children: ReactNode;
}) {
  const { count, hidden, all, offersAll, clear, selectAll, keepShown } = props.selection;
  const isTyping = useHasUnappliedText();
  const selected = formatCount(count);
  const isPartlyHidden = !all && hidden > 0;
  return (
    <SelectionBar
      label={props.label}
      selected={
        all
          ? `All ${selected} matching selected`
          : `${selected} selected${isPartlyHidden ? `, ${formatCount(hidden)} not shown` : ''}`
      }
      facts={
        <>
          {isPartlyHidden && hidden < count && (
            <Button variant="subtle" size="compact-sm" onClick={keepShown}>
              Keep only those shown
            </Button>
          )}
          {props.facts}
          {offersAll && (
            <Button variant="subtle" size="compact-sm" onClick={selectAll}>
              Select all {formatCount(props.total)} matching
            </Button>
          )}
        </>
      }
      warning={props.warning}
      waiting={props.isPlaceholder || isTyping}
      onClear={clear}
    >
      {props.children}
    </SelectionBar>
  );
}
