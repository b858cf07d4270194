import { Checkbox } from '@mantine/core';
import type { RowCheckboxes } from '../../../ui/table/use-row-selection.ts';
import { sheetColumns } from '../rows/sheet-columns.ts';
import styles from './sheet.module.css';

export const SheetHead = (props: { states: boolean; checkboxes: RowCheckboxes | undefined }) => (
  <div role="rowgroup" className={styles.head}>
    <div role="row" aria-rowindex={1} className={styles.row}>
      {sheetColumns.map((column) => (
        <div
          key={column.key}
          role="columnheader"
          className={styles.title}
          data-align={'align' in column ? column.align : undefined}
        >
          {column.key === 'select' ? (
            <Checkbox size="xs" aria-label="Select all orders shown" {...props.checkboxes?.all} />
          ) : (
            <span className={column.key === 'state' && !props.states ? 'visually-hidden' : undefined}>
              {column.title}
            </span>
          )}
        </div>
      ))}
    </div>
  </div>
);
