import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import type { SheetColumn } from '../rows/sheet-columns.ts';
import type { ActiveCell, LeftBy } from './use-sheet-cursor.ts';

export type CellEditorProps = {
  /** The row that the person saw when the editor opened. */
  row: BatchRow;
  column: Extract<SheetColumn, { field: string }>;
  accounts: readonly AccountChoice[];
  /** The first characters of the new value, when typing opened the editor. */
  typed: string | undefined;
  /** Without a change: the text means no value of this column. */
  onCommit: (row: BatchRow, change: BatchRowEdit | undefined) => void;
  onLeave: (cell: ActiveCell, by: LeftBy, shift: boolean) => void;
};
