import { bookRows, cachedBatch } from '../../../api/batches.ts';
import { showToast } from '../../../ui/toasts/toast.ts';

/** Books the rows that this page shows as ready, not those that a colleague made ready since. */
export async function bookReadyRows(batchId: string): Promise<void> {
  const ready = readyRows(batchId);
  // The edits that were saved just before can have left none.
  if (ready?.length === 0) showToast('Nothing was booked: the orders are no longer ready.', { error: true });
  else await bookRows(batchId, ready);
}

/** In their order; all ready ones when the page does not have the rows yet. */
function readyRows(batchId: string): string[] | undefined {
  const known = cachedBatch(batchId);
  return known && [...known.rows.values()].filter((row) => row.ready).map((row) => row.id);
}
