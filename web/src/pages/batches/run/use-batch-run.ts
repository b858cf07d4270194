import type { Batch } from '@courierdesk/contract/batch';
import { useEffect, useRef, useState } from 'react';
import { cachedBatch, confirmRows, retryRows, stopRows } from '../../../api/batches.ts';
import { queryClient } from '../../../api/query-client.ts';
import { shipmentsChanged } from '../../../api/shipments.ts';
import { showToast } from '../../../ui/toasts/toast.ts';
import { bookReadyRows } from './book-ready-rows.ts';
import { batchSteps, type Step, type StepName } from './batch-steps.ts';
import { countText } from '@courierdesk/contract/count-text';

export type BatchRun = ReturnType<typeof useBatchRun>;

/** Actions on a batch and its rows. */
export function useBatchRun({ id, state }: Batch, flush: () => Promise<void>) {
  const [working, setWorking] = useState<ReadonlySet<StepName>>(new Set());
  const [failure, setFailure] = useState<unknown>();
  const [steps] = useState(() => batchSteps({ flush, onChange: setWorking, onFailure: setFailure }));
  const before = useRef(state);

  useEffect(() => {
    if (before.current === 'running' && state === 'done') {
      void shipmentsChanged();
      for (const queryKey of [['load-sheets'], ['subscription']]) void queryClient.invalidateQueries({ queryKey });
    }
    before.current = state;
  }, [state]);

  const step = (asked: Step): Promise<void> => {
    setFailure(undefined);
    return steps.run(asked);
  };

  return {
    working,
    failure,
    book: () => step({ name: 'book', work: () => bookReadyRows(id) }),
    retry: (rows?: readonly string[]) =>
      step({
        name: 'retry',
        rows,
        work: async () => {
          await retryRows(id, rows);
          const left = failedRows(id).filter((row) => !rows || rows.includes(row)).length;
          if (left > 0)
            showToast(`${countText(left, 'order has', 'orders have')} problems to fix first.`, { error: true });
        },
      }),
    confirm: (rows: readonly string[], which: 'store' | 'row') =>
      step({ name: 'confirm', rows, work: () => confirmRows(id, rows, which) }),
    stop: () =>
      step({
        name: 'stop',
        work: async () => {
          const { taken } = await stopRows(id);
          showToast(`Stopped. ${countText(taken, 'order was', 'orders were')} not booked.`);
        },
      }),
  };
}

/** After a retry: those that need something else first. */
const failedRows = (batchId: string): string[] =>
  [...(cachedBatch(batchId)?.rows.values() ?? [])].flatMap((row) => (row.state === 'failed' ? row.id : []));
