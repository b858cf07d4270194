import type { BatchRow } from '@courierdesk/contract/batch';
import { isEditable } from '../rows/batch-sections.ts';
import { hasIssue, sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';
import type { ActiveCell } from './use-sheet-cursor.ts';

export type SheetCells = ReturnType<typeof sheetCells>;

/** Finds the cells of the shown rows, by their elements too. */
export function sheetCells(rows: readonly BatchRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowOf = (cell: ActiveCell): BatchRow | undefined => byId.get(cell.row);
  return {
    rows,
    rowOf,
    /** The cell that an element is in. */
    cellOf: (target: EventTarget | null): ActiveCell | undefined => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
      const [row = '', key = ''] = element?.dataset['cell']?.split(':') ?? [];
      const column = sheetColumns.find((one) => one.key === key);
      return column && byId.has(row) ? { row, column: column.key } : undefined;
    },
    /** The column of a cell that can be edited. */
    editableAt: (cell: ActiveCell): (SheetColumn & { field: string }) | undefined => {
      const row = rowOf(cell);
      const column = columnOf(cell);
      return row && isEditable(row) && column?.field !== undefined ? column : undefined;
    },
  };
}

export const columnOf = (cell: ActiveCell): SheetColumn | undefined =>
  sheetColumns.find(({ key }) => key === cell.column);

/** The first cell with an issue, or the first editable one. */
export function startOf(rows: readonly BatchRow[]): ActiveCell | undefined {
  const row = rows.find((one) => isEditable(one));
  if (!row) return undefined;
  const column = sheetColumns.find((one) => one.field !== undefined && hasIssue(row, one.field));
  return { row: row.id, column: column?.key ?? 'consignee_name' };
}

export const isEditor = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input:not([type=checkbox]), textarea');

export const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input') !== null;
