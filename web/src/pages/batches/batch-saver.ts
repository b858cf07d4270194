import { editRows, knownBatch } from '../../api/batches.ts';
import { showToast } from '../../ui/toast.ts';
import { keptEdits } from './kept-edits.ts';
import { rowSaver, type RowSaver } from './row-saver.ts';

const maxShownErrors = 3;

/** Saves what one person types into one batch, and tells what could not be saved. */
export const batchSaver = (batchId: string, userId: string): RowSaver =>
  rowSaver({
    send: (rows) => editRows(batchId, { rows }),
    revisionOf: (row) => knownBatch(batchId)?.rows.get(row)?.revision,
    onRefused: (refused) => {
      for (const { row_id, msg } of refused.slice(0, maxShownErrors))
        showToast(`${knownBatch(batchId)?.rows.get(row_id)?.order_name ?? 'An order'}: ${msg}`, { error: true });
      if (refused.length > maxShownErrors)
        showToast(`${refused.length - maxShownErrors} more changes were not saved.`, { error: true });
    },
    onLost: (error) => showToast(`Not saved: ${error.message}`, { error: true }),
    kept: keptEdits(batchId, userId),
  });
