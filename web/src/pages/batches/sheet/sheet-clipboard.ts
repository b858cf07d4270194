import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import type { ClipboardEvent } from 'react';
import { cellsToPaste } from '../../../lib/parse-copied-cells.ts';
import { pressEscape } from '../../../lib/scans.ts';
import type { Changes } from '../edits/row-edits.ts';
import { textOf } from '../rows/cell-values.ts';
import { pastedChanges, type WhySkipped } from './pasted-changes.ts';
import { columnOf, isEditor, type SheetCells } from './sheet-cells.ts';

/** Copies a cell as text. */
export function copyCell(event: ClipboardEvent, cells: SheetCells, accounts: readonly AccountChoice[]): void {
  const cell = cells.cellOf(event.target);
  const row = cell && cells.rowOf(cell);
  if (!row || isEditor(event.target) || (getSelection()?.toString() ?? '') !== '') return;
  const field = columnOf(cell)?.field;
  event.clipboardData.setData('text/plain', field ? textOf(row, field, accounts) : row.order_name);
  event.preventDefault();
}

/** Pastes a copied range at a cell. */
export function pasteCells(
  event: ClipboardEvent,
  cells: SheetCells,
  props: {
    accounts: readonly AccountChoice[];
    onChange: (changes: Changes) => void;
    onSkipped: (skipped: readonly WhySkipped[]) => void;
  },
): void {
  const cell = cells.cellOf(event.target);
  const text = event.clipboardData.getData('text/plain');
  if (!cell || text === '') return;
  const column = columnOf(cell);
  const longText = column?.field !== undefined && column.editor === 'text';
  const copied = cellsToPaste({ text, html: event.clipboardData.getData('text/html') }, longText);
  // One value pastes into the open editor; a range pastes over cells.
  if (isEditor(event.target) && copied.flat().length === 1) return;
  event.preventDefault();
  if (isEditor(event.target)) pressEscape(event.target);
  const { changes, skipped } = pastedChanges(copied, cell, cells.rows, props.accounts);
  if (Object.keys(changes).length > 0) props.onChange(changes);
  if (skipped.length > 0) props.onSkipped(skipped);
}
