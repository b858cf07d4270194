import type { LabelPrint, PaperSize } from '@courierdesk/contract/labels';
import { useState } from 'react';
import { printedIn, printUrl, printLabelsOf, printTogether, printTicket } from '../../../api/labels.ts';
import { makeAllLoadSheets, type MadeSheets } from '../../../api/load-sheets.ts';
import { messageOf } from '../../../lib/failures.ts';
import { usePrintChoice } from '../../../parts/printing/use-print-choice.ts';
import { openPrintTab, showInTab } from '../../../parts/printing/print-tab.ts';

export type Papers = ReturnType<typeof usePapers>;

type Outcome = {
  labels?: { count: number; notes: LabelPrint['notes']; together?: Together } | { failure: string };
  /** Labels that were left out because they were printed before. */
  printedBefore?: number;
  sheets?: MadeSheets;
};

/** The combined file: its number of load sheets, and whether a tab shows it. */
type Together = { readonly printId: string; readonly loadSheets: number; readonly shown: boolean };

/** Labels and load sheet of a batch: one file that opens ready to print, or separate downloads. */
export function usePapers() {
  const [working, setWorking] = useState<'labels' | 'sheets'>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [outcome, setOutcome] = useState<Outcome>({});
  const choice = usePrintChoice();
  const { size } = choice;

  const begin = (what: 'labels' | 'sheets'): void => {
    setOutcome({});
    setWorking(what);
  };
  const end = (result: Outcome): void => {
    setProgress(undefined);
    setWorking(undefined);
    setOutcome(result);
  };

  return {
    working,
    progress,
    outcome,
    size,
    chooseSize: (next: PaperSize): void => {
      choice.remember(next);
      choice.chooseSize(next);
    },
    /** Creates the load sheets first, then one file with labels and load sheets: those not printed before, or all `again`. */
    printAll: async (ids: readonly string[], again = false): Promise<void> => {
      begin('sheets');
      const tab = openPrintTab('Labels and load sheet');
      tab.say('Preparing the load sheet…');
      const sheets = await makeAllLoadSheets(ids, { downloads: false });
      setWorking('labels');
      try {
        const { print, ticket } = await printTogether(
          { shipmentIds: ids, size, onlyUnprinted: !again },
          ({ done, total }) => {
            setProgress({ done, total });
            tab.say(`${done} of ${total} labels ready…`);
          },
        );
        const shown = !tab.closed;
        tab.show(printUrl(ticket));
        const { total, notes, load_sheets: loadSheets } = print;
        end({
          ...((loadSheets === 0 || hasResult(sheets)) && { sheets }),
          printedBefore: ids.length - total,
          labels: { ...countOf(total, notes), together: { printId: print.id, loadSheets, shown } },
        });
      } catch (error) {
        tab.close();
        const printedBefore = printedIn(error);
        if (printedBefore === undefined) end({ sheets, labels: { failure: messageOf(error) } });
        else end({ ...(hasResult(sheets) && { sheets }), printedBefore });
      }
    },
    /** Opens the same file again. */
    openAgain: async (printId: string): Promise<void> => {
      const tab = openPrintTab('Labels and load sheet');
      tab.say('Preparing…');
      try {
        showInTab(tab).deliver(await printTicket(printId));
      } catch (error) {
        tab.close();
        setOutcome((now) => ({ ...now, labels: { failure: messageOf(error) } }));
      }
    },
    downloadLabels: async (ids: readonly string[]): Promise<void> => {
      begin('labels');
      try {
        // A batch has fewer orders than one file takes labels.
        const { prints } = await printLabelsOf({ shipmentIds: ids, kind: 'airway-bill', size }, ({ print, before }) =>
          setProgress({ done: before + print.done, total: ids.length }),
        );
        end({
          labels: countOf(
            ids.length,
            prints.flatMap((print) => print.notes),
          ),
        });
      } catch (error) {
        end({ labels: { failure: messageOf(error) } });
      }
    },
    downloadSheets: async (ids: readonly string[]): Promise<void> => {
      begin('sheets');
      end({ sheets: await makeAllLoadSheets(ids) });
    },
  };
}

/** Why a parcel is on no new load sheet needs no message while the file has its earlier one. */
const hasResult = ({ made, refused, failure }: MadeSheets): boolean =>
  made.length > 0 || refused.length > 0 || failure !== undefined;

const countOf = (total: number, notes: LabelPrint['notes']) => ({
  count: total - notes.filter((note) => !note.printed).length,
  notes,
});
