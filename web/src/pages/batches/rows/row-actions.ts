import type { DoubtCode } from '@courierdesk/contract/batches';
import type { RowChange } from '../edits/row-edits.ts';

/** What can be done with one row, wherever it is shown. */
export type RowActions = {
  change: (row: string, change: RowChange) => void;
  accept: (row: string, code: DoubtCode) => void;
  leaveOut: (row: string, out: boolean) => void;
  confirm: (row: string, which: 'store' | 'row') => void;
  retry: (row: string) => void;
  /** These rows go to the merge page. */
  merge: (rows: readonly string[]) => void;
  showShipment: (shipment: string) => void;
  /** Opens all there is to know and to change about it. */
  open: (row: string) => void;
};
