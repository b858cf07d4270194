import { editRows, cachedBatch } from '../../../api/batches.ts';
import { signedOut } from '../../../api/client.ts';
import { messageOf } from '../../../lib/failures.ts';
import { showToast } from '../../../ui/toasts/toast.ts';
import { storedToken } from '../../../lib/stored-session.ts';
import { hasEdits } from './row-edits.ts';
import { storedEdits } from './stored-edits.ts';
import { editsSaver, type EditsSaver } from './edits-saver.ts';

const maxShownErrors = 3;

/** By session and batch. */
const savers = new Map<string, EditsSaver>();

/**
 * Saves one person's edits to a batch, and shows which could not be saved. A page that is opened again before all are saved
 * continues with the same saver: with a second one, this person's edits would look like someone else's to each other.
 */
export function batchEditsSaver(batchId: string, userId: string): EditsSaver {
  const token = storedToken();
  const key = `${token ?? ''} ${batchId}`;
  const known = savers.get(key);
  if (known && hasEdits(known.read().edits)) return known;
  const saver = newSaver(batchId, userId, token);
  savers.set(key, saver);
  return saver;
}

const newSaver = (batchId: string, userId: string, token: string | null): EditsSaver =>
  editsSaver({
    send: async (rows) => {
      // Another person may have signed in while the edits waited.
      if (storedToken() !== token) throw signedOut();
      return editRows(batchId, { rows });
    },
    rowOf: (row) => cachedBatch(batchId)?.rows.get(row),
    onRefused: (refused) => {
      for (const { row_id, msg } of refused.slice(0, maxShownErrors))
        showToast(`${cachedBatch(batchId)?.rows.get(row_id)?.order_name ?? 'An order'}: ${msg}`, { error: true });
      if (refused.length > maxShownErrors)
        showToast(`${refused.length - maxShownErrors} more changes were not saved.`, { error: true });
    },
    onLost: (error) => showToast(`Not saved: ${messageOf(error)}`, { error: true }),
    kept: storedEdits(batchId, userId),
  });
