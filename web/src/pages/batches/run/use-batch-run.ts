import type { Batch } from '@courierdesk/contract/batch';
import { useEffect, useRef, useState } from 'react';
import { bookRows, confirmRows, retryRows, stopRows } from '../../../api/batches.ts';
import { queryClient } from '../../../api/query-client.ts';
import { shipmentsChanged } from '../../../api/shipments.ts';
import { showToast } from '../../../ui/toasts/toast.ts';

export type BatchRun = ReturnType<typeof useBatchRun>;

type Step = 'book' | 'retry' | 'confirm' | 'stop';

/** Runs actions on a whole batch, one at a time, after saving all edits. */
export function useBatchRun({ id, state }: Batch, flush: () => Promise<void>) {
  const [working, setWorking] = useState<Step>();
  const [failure, setFailure] = useState<unknown>();
  const busy = useRef(false);
  const before = useRef(state);

  useEffect(() => {
    if (before.current === 'running' && state === 'done') {
      void shipmentsChanged();
      for (const queryKey of [['load-sheets'], ['subscription']]) void queryClient.invalidateQueries({ queryKey });
    }
    before.current = state;
  }, [state]);

  const step = async (name: Step, work: () => Promise<unknown>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setWorking(name);
    setFailure(undefined);
    try {
      if (name !== 'stop') await flush();
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      busy.current = false;
      setWorking(undefined);
    }
  };

  return {
    working,
    failure,
    book: () => step('book', () => bookRows(id)),
    retry: (rows?: readonly string[]) => step('retry', () => retryRows(id, rows)),
    confirm: (rows: readonly string[], which: 'store' | 'row') => step('confirm', () => confirmRows(id, rows, which)),
    stop: () =>
      step('stop', async () => {
        const { taken } = await stopRows(id);
        showToast(taken === 1 ? 'Stopped. 1 order was not booked.' : `Stopped. ${taken} orders were not booked.`);
      }),
  };
}
