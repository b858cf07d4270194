import type { LabelPrint } from '@courierdesk/contract/labels';
import { mostLabels } from '@courierdesk/contract/labels';
import type { LoadSheet } from '@courierdesk/contract/load-sheets';
import { useState } from 'react';
import { printAndDownload } from '../../api/labels.ts';
import { makeLoadSheets } from '../../api/load-sheets.ts';
import { messageOf } from '../../lib/failures.ts';
import { storedPrintChoice } from '../../lib/print-choice.ts';

export type Papers = ReturnType<typeof usePapers>;

type Outcome = {
  labels?: { count: number; notes: LabelPrint['notes'] } | { failure: string };
  sheets?:
    | { made: readonly LoadSheet[]; message: string; skipped: readonly { order_name: string; message: string }[] }
    | { failure: string };
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
  const sheets = async (ids: readonly string[]): Promise<Outcome['sheets']> => {
    try {
      const made: LoadSheet[] = [];
      const skipped: { order_name: string; message: string }[] = [];
      let message = '';
      for (let from = 0; from < ids.length; from += mostLabels) {
        const reply = await makeLoadSheets(ids.slice(from, from + mostLabels));
        made.push(...reply.data);
        skipped.push(...reply.skipped);
        message = reply.message;
      }
      return { made, message, skipped };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  };
  const run = async (ids: readonly string[], which: readonly ('labels' | 'sheets')[]): Promise<void> => {
    setOutcome({});
    const next: Outcome = {};
    for (const one of which) {
      setWorking(one);
      if (one === 'labels') next.labels = await labels(ids);
      else next.sheets = await sheets(ids);
      setOutcome({ ...next });
    }
    setWorking(undefined);
  };
  return { working, progress, outcome, run };
}
