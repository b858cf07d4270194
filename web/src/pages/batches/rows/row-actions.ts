import type { BatchRow } from '@courierdesk/contract/batch';
import type { Confirmation } from '@courierdesk/contract/issues';
import type { BatchRowEdit } from '@courierdesk/contract/batches';

/** Actions on one row, used by the sheet, the side panel and the cards. */
export type RowActions = {
  /** Changes the row that the person saw. */
  change: (row: BatchRow, change: BatchRowEdit) => void;
  accept: (row: string, confirmed: Confirmation) => void;
  leaveOut: (row: string, out: boolean) => void;
  confirm: (row: string, which: 'store' | 'row') => void;
  retry: (row: string) => void;
  /** Opens the merge page with these rows. */
  merge: (rows: readonly string[]) => void;
  showShipment: (shipment: string) => void;
  /** Opens the side panel. */
  open: (row: string) => void;
};
