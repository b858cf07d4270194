import type { KeyboardEvent } from 'react';
import { latinKey } from '../../../lib/scans.ts';
import type { RowCheckboxes } from '../../../ui/table/use-row-selection.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import type { Changes } from '../edits/row-edits.ts';
import type { SheetColumn } from '../rows/sheet-columns.ts';
import { isControl, isEditor, type SheetCells } from './sheet-cells.ts';
import { isTyped, positionAfterKey } from './sheet-keys.ts';
import type { ActiveCell, SheetCursor } from './use-sheet-cursor.ts';

type Sheet = {
  cells: SheetCells;
  cursor: SheetCursor;
  /** The cell that Tab reaches. */
  current: ActiveCell | undefined;
  checkboxes: RowCheckboxes | undefined;
  onChange: (changes: Changes) => void;
  onUndo: () => void;
};

/** What a key does in the sheet: moves, edits, clears, selects, or activates the cell's control. */
export function pressSheetKey(event: KeyboardEvent<HTMLDivElement>, sheet: Sheet): void {
  const handled = event.target === event.currentTarget ? enter(event, sheet) : pressInCell(event, sheet);
  if (handled) event.preventDefault();
}

/** An arrow key on the sheet itself focuses its first cell. */
function enter({ key }: KeyboardEvent, { current, cursor }: Sheet): boolean {
  if (!current || !key.startsWith('Arrow')) return false;
  cursor.goTo(cursor.positionOf(current));
  return true;
}

function pressInCell(event: KeyboardEvent<HTMLDivElement>, sheet: Sheet): boolean {
  const { cells, cursor } = sheet;
  const cell = cells.cellOf(event.target);
  if (!cell || isEditor(event.target) || event.altKey || event.nativeEvent.isComposing) return false;
  const pressed = { key: event.key, mod: event.ctrlKey || event.metaKey, shift: event.shiftKey };
  const next = positionAfterKey(pressed, cursor.positionOf(cell), cursor.size);
  if (next) return (cursor.goTo(next), true);
  if (pressed.mod && latinKey(event) === 'z') return (sheet.onUndo(), true);
  if (event.key === ' ' && event.shiftKey) return (sheet.checkboxes?.toggle(cell.row, false), true);
  if (pressed.mod || isControl(event.target)) return false;
  const column = cells.editableAt(cell);
  if (column && (event.key === 'Enter' || event.key === 'F2')) return (cursor.edit(cell), true);
  if (column && (event.key === 'Delete' || event.key === 'Backspace')) return (clear(cell, column, sheet), true);
  if (column && isTyped(pressed)) return (cursor.edit(cell, event.key), true);
  if (event.key === 'Enter' || event.key === ' ') return (activate(event.currentTarget, cell), true);
  return false;
}

function clear(cell: ActiveCell, column: SheetColumn, { onChange }: Sheet): void {
  if (column.field === undefined || column.field === 'tracking_account') return;
  const change: BatchRowEdit = { [column.field]: '' };
  onChange({ [cell.row]: column.field === 'destination_city' ? { ...change, destination_name: '' } : change });
}

/** Activates the cell's only control. */
const activate = (grid: Element, { row, column }: ActiveCell): void =>
  grid.querySelector<HTMLElement>(`[data-cell="${row}:${column}"] :is(a, button, input)`)?.click();
