import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isEditable } from '../rows/batch-sections.ts';
import { changeOf, changesNothing } from '../rows/cell-values.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';

/** Why a value is not taken: no cell to edit, an order that can't be changed, or no account with this name. */
export type WhySkipped = 'no-cell' | 'order' | 'account';

/**
 * The changes of pasting a copied range at a cell: down the visible rows and right along the columns. `skipped` has a reason
 * for each value that is not taken.
 */
export function pastedChanges(
  cells: readonly (readonly string[])[],
  from: { row: string; column: SheetColumn['key'] },
  rows: readonly BatchRow[],
  accounts: readonly AccountChoice[],
): { changes: Record<string, BatchRowEdit>; skipped: WhySkipped[] } {
  const changes: Record<string, BatchRowEdit> = {};
  const skipped: WhySkipped[] = [];
  const firstRow = rows.findIndex((row) => row.id === from.row);
  const firstColumn = sheetColumns.findIndex((column) => column.key === from.column);
  for (const [down, line] of cells.entries()) {
    const row = rows[firstRow + down];
    for (const [right, text] of line.entries()) {
      const field = sheetColumns[firstColumn + right]?.field;
      if (!row || !field) skipped.push('no-cell');
      else if (!isEditable(row)) skipped.push('order');
      else {
        const change = changeOf(field, text, accounts);
        if (!change) skipped.push('account');
        else if (!changesNothing(row, change)) changes[row.id] = { ...changes[row.id], ...change };
      }
    }
  }
  return { changes, skipped };
}
