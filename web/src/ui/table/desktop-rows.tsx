import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Column, DataTableProps } from './data-table-props.ts';
import styles from './data-table.module.css';
import { isRowClick } from './row-click.ts';
import type { RowCursor } from './use-row-keys.ts';
import type { RowCheckboxes } from './use-row-selection.ts';

export type RowsProps<Row> = DataTableProps<Row> & {
  list: readonly Row[];
  waiting: boolean;
  /** The rows are of an earlier search or filter: nothing in them can be pressed. */
  stale: boolean;
  cursor: RowCursor;
  marks: RowCheckboxes | undefined;
};

export function DesktopRows<Row>(props: RowsProps<Row>) {
  const { columns, marks } = props;
  return (
    <table className={styles.table} aria-label={props.label}>
      <colgroup>
        {marks && <col style={{ width: 40 }} />}
        {columns.map((column) => (
          <col key={column.key} data-from={column.from} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {marks && (
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label="Select all rows on this page"
                {...marks.all}
                disabled={marks.all.disabled || props.stale}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorted={props.sorted} />
          ))}
        </tr>
      </thead>
      <tbody inert={props.stale} className={props.stale ? styles.stale : undefined}>
        {props.waiting && <WaitingRows {...props} />}
        {props.list.map((row) => (
          <DesktopRow key={props.rowKey(row)} {...props} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell<Row>({ column, sorted }: { column: Column<Row>; sorted: DataTableProps<Row>['sorted'] }) {
  const { sort } = column;
  if (!sort || !sorted)
    return (
      <th scope="col" data-align={column.align} data-from={column.from}>
        {column.title}
      </th>
    );
  const own = sorted.by === sort.by;
  const falling = sorted.dir === 'desc';
  const other = falling ? 'asc' : 'desc';
  const Icon = own && !falling ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={column.align}
      data-from={column.from}
      aria-sort={own ? (falling ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        data-own={own || undefined}
        onClick={() => sorted.onSort(sort.by, own ? other : sort.first)}
      >
        {column.title}
        <Icon size={13} stroke={2} aria-hidden />
      </button>
    </th>
  );
}

function DesktopRow<Row>({ row, ...props }: RowsProps<Row> & { row: Row }) {
  const key = props.rowKey(row);
  return (
    <tr
      {...props.cursor.row(key)}
      data-tone={props.tone?.(row)}
      data-open={props.openKey === key || undefined}
      data-selected={props.marks?.isSelected(key) || undefined}
      data-clickable={props.onOpen ? true : undefined}
      onClick={(event) => isRowClick(event) && props.onOpen?.(row)}
    >
      {props.marks && (
        <td>
          <Checkbox size="xs" aria-label={`Select ${props.rowLabel(row)}`} {...props.marks.one(key)} />
        </td>
      )}
      <Cells columns={props.columns} row={row} />
    </tr>
  );
}

/** A tick or a move of the cursor does not draw them again. */
function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return useMemo(
    () =>
      columns.map((column) => (
        <td key={column.key} data-align={column.align} data-from={column.from}>
          {column.cell(row)}
        </td>
      )),
    [columns, row],
  );
}

/** Skeleton rows. */
function WaitingRows<Row>({ columns, marks, skeletonRows = 12 }: RowsProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <tr key={row} aria-hidden>
      {marks && (
        <td>
          <Skeleton height={16} width={16} />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.key} data-align={column.align} data-from={column.from}>
          <Skeleton height={10} width={`${45 + ((row * 7 + place * 13) % 40)}%`} display="inline-block" />
        </td>
      ))}
    </tr>
  ));
}
