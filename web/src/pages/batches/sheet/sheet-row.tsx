import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { memo } from 'react';
import { isEditable } from '../rows/batch-sections.ts';
import { CellEditor } from './cell-editor.tsx';
import { CellValue } from './cell-value.tsx';
import type { RowActions } from '../rows/row-actions.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { RowMessages } from '../rows/row-messages.tsx';
import { RowState } from '../rows/row-state.tsx';
import { cellId, hasIssue, sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';
import type { ActiveCell, Editing, LeftBy } from './use-sheet-cursor.ts';
import styles from './sheet.module.css';

type RowProps = {
  row: BatchRow;
  index: number;
  accounts: readonly AccountChoice[];
  states: boolean;
  /** The column of the cell that Tab reaches. */
  active: SheetColumn['key'] | undefined;
  editing: Editing | undefined;
  selected: boolean;
  onCommit: (row: BatchRow, change: BatchRowEdit | undefined) => void;
  onLeave: (cell: ActiveCell, by: LeftBy, shift: boolean) => void;
  onSelect: (row: string, extendRange: boolean) => void;
  actions: RowActions;
};

export const SheetRow = memo(function SheetRow(props: RowProps) {
  const { row, active } = props;
  const editable = isEditable(row);
  return (
    <div
      role="row"
      aria-rowindex={props.index}
      aria-selected={props.selected}
      className={styles.row}
      data-tone={toneOf(row)}
      data-selected={props.selected || undefined}
      data-editing={props.editing !== undefined || undefined}
    >
      {sheetColumns.map((column) => (
        <div
          key={column.key}
          id={cellId(row.id, column.key)}
          role={column.key === 'order' ? 'rowheader' : 'gridcell'}
          tabIndex={active === column.key ? 0 : -1}
          className={styles.cell}
          data-cell={`${row.id}:${column.key}`}
          data-kind={column.key}
          data-align={'align' in column ? column.align : undefined}
          data-issue={(editable && column.field !== undefined && hasIssue(row, column.field)) || undefined}
          data-editing={(active === column.key && props.editing !== undefined) || undefined}
          aria-readonly={column.field ? !editable : undefined}
        >
          <Cell {...props} column={column} />
        </div>
      ))}
      <RowMessages row={row} actions={props.actions} inSheet />
    </div>
  );
});

function Cell({ column, ...props }: RowProps & { column: SheetColumn }) {
  const { row } = props;
  if (column.key === 'select')
    return !isEditable(row) && row.state !== 'left-out' ? null : (
      <input
        type="checkbox"
        className={styles.check}
        tabIndex={-1}
        aria-label={`Select ${row.order_name}`}
        checked={props.selected}
        onChange={(event) =>
          props.onSelect(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
        }
      />
    );
  if (column.key === 'order')
    return (
      <button type="button" tabIndex={-1} className={styles.name} onClick={() => props.actions.open(row.id)}>
        {row.order_name}
      </button>
    );
  if (column.field === undefined) return <RowState row={row} states={props.states} actions={props.actions} />;
  if (props.active === column.key && props.editing)
    return (
      <CellEditor
        row={row}
        column={column}
        accounts={props.accounts}
        typed={props.editing.typed}
        onCommit={props.onCommit}
        onLeave={props.onLeave}
      />
    );
  return <CellValue row={row} column={column} accounts={props.accounts} actions={props.actions} />;
}

function toneOf(row: BatchRow): 'failed' | 'look' | 'dim' | undefined {
  if (row.state === 'failed' || row.state === 'uncertain') return 'failed';
  if (row.state === 'changed' || (row.state === 'draft' && !row.ready)) return 'look';
  return row.state === 'left-out' ? 'dim' : undefined;
}
