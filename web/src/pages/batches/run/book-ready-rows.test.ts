import { expect, it } from 'vitest';
import { batchQuery } from '../../../api/batches.ts';
import { queryClient } from '../../../api/query-client.ts';
import { currentToasts } from '../../../ui/toasts/toast.ts';
import { aBatch, aRow } from '../../../api/batch-row.testing.ts';
import { bookReadyRows } from './book-ready-rows.ts';

it('booking a batch in which the last edit left no order ready sends nothing and says so', async () => {
  const row = aRow({ ready: false });
  queryClient.setQueryData(batchQuery(aBatch.id).queryKey, {
    batch: aBatch,
    rows: new Map([[row.id, row]]),
    cursor: '1',
  });
  await bookReadyRows(aBatch.id);
  expect(currentToasts.read().map(({ message }) => message)).toEqual([
    'Nothing was booked: the orders are no longer ready.',
  ]);
  queryClient.clear();
});
