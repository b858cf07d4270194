import type { LabelPrint } from '@courierdesk/contract/labels';
import { useState } from 'react';
import { printAndDownload } from '../../api/labels.ts';
import { makeAllLoadSheets, type MadeSheets } from '../../api/load-sheets.ts';
import { messageOf } from '../../lib/failures.ts';
import { storedPrintChoice } from '../../lib/print-choice.ts';

export type Papers = ReturnType<typeof usePapers>;

type Outcome = {
  labels?: { count: number; notes: LabelPrint['notes'] } | { failure: string };
  sheets?: MadeSheets;
};

/** The labels of parcels in their order, and their load sheets, printed and downloaded one after the other. */
export function usePapers() {
  const [working, setWorking] = useState<'labels' | 'sheets'>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [outcome, setOutcome] = useState<Outcome>({});

  const labels = async (ids: readonly string[]): Promise<Outcome['labels']> => {
    try {
      const printed = await printAndDownload(
        { shipmentIds: ids, kind: 'airway-bill', size: storedPrintChoice().size },
        ({ print, before }) => setProgress({ done: before + print.done, total: ids.length }),
      );
      const notes = printed.flatMap((print) => print.notes);
      return { count: ids.length - notes.filter((note) => !note.printed).length, notes };
    } catch (error) {
      return { failure: messageOf(error) };
    } finally {
      setProgress(undefined);
    }
  };
  const run = async (ids: readonly string[], which: readonly ('labels' | 'sheets')[]): Promise<void> => {
    setOutcome({});
    const next: Outcome = {};
    for (const one of which) {
      setWorking(one);
      if (one === 'labels') next.labels = await labels(ids);
      else next.sheets = await makeAllLoadSheets(ids);
      setOutcome({ ...next });
    }
    setWorking(undefined);
  };
  return { working, progress, outcome, run };
}
