import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isEditable } from '../rows/batch-sections.ts';
import { changeOf, changesNothing } from '../rows/cell-values.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { sheetColumns, type SheetColumn } from '../rows/sheet-columns.ts';

/**
 * The changes of pasting a copied range at a cell: down the visible rows and right along the columns. `skipped` counts
 * values for read-only or missing rows and unknown accounts.
 */
export function pastedChanges(
  cells: readonly (readonly string[])[],
  from: { row: string; column: SheetColumn['key'] },
  rows: readonly BatchRow[],
  accounts: readonly AccountChoice[],
): { changes: Record<string, BatchRowEdit>; skipped: number } {
  const changes: Record<string, BatchRowEdit> = {};
  let skipped = 0;
  const firstRow = rows.findIndex((row) => row.id === from.row);
  const firstColumn = sheetColumns.findIndex((column) => column.key === from.column);
  for (const [down, line] of cells.entries()) {
    const row = rows[firstRow + down];
    for (const [right, text] of line.entries()) {
      const field = sheetColumns[firstColumn + right]?.field;
      const change = row && field && isEditable(row) ? changeOf(field, text, accounts) : undefined;
      if (!row || !change) skipped += 1;
      else if (!changesNothing(row, change)) changes[row.id] = { ...changes[row.id], ...change };
    }
  }
  return { changes, skipped };
}
