import { documentsAPage, maxLabels, type PaperSize, type PrintKind } from '@courierdesk/contract/labels';
import type { SkippedReason } from '@courierdesk/contract/shipment-selection';
import { Button, Radio, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endedIn, notesOf, printLabelsOf, type Printed, type PrintProgress } from '../../api/labels.ts';
import { messageOf } from '../../lib/failures.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkippedParcels } from '../shipments/skipped-parcels.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { printedText, PrintNotes, stoppedText, PrintProgressBar } from './print-notes.tsx';
import { openPrintTab, showInTab } from './print-tab.ts';
import { paperName } from './paper-names.ts';
import { usePrintChoice } from './use-print-choice.ts';
import styles from './print-dialog.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

const kinds: readonly { value: PrintKind; label: string }[] = [
  { value: 'airway-bill', label: 'Labels' },
  { value: 'packing-slip', label: 'Packing slips' },
];

const sizes: readonly { value: PaperSize; about: string }[] = [
  { value: '4x6', about: 'Label printer' },
  { value: 'a4-1', about: 'Large' },
  { value: 'a4-2', about: 'Half pages' },
  { value: 'a4-3', about: 'Thirds' },
  { value: 'a4-4', about: 'Quarters, least paper' },
  { value: 'a5', about: 'Half of an A4 sheet' },
];

/** Chooses what to print and the paper size, and remembers both. Render it only while it is open. */
export function PrintDialog({
  shipmentIds,
  skipped = [],
  onPrinted,
  onClose,
}: {
  shipmentIds: readonly string[];
  /** For a selection: parcels that cannot be printed. */
  skipped?: readonly SkippedReason[];
  onPrinted?: () => void;
  onClose: () => void;
}) {
  const choice = usePrintChoice();
  const [progress, setProgress] = useState<PrintProgress>();
  const [done, setDone] = useState<Printed>();
  /** Delivered and returned parcels, the only ones of this print: a person must confirm their labels. */
  const [ended, setEnded] = useState<readonly string[]>();
  const open = useRef(true);
  const count = shipmentIds.length;
  const parts = Math.ceil(count / maxLabels);

  const print = useMutation({
    mutationFn: async ({ ids, withEnded }: { ids: readonly string[]; withEnded: boolean }) => {
      choice.remember();
      const tab = openPrintTab(nameOf(choice.kind, ids.length));
      const { shown, deliver } = showInTab(tab);
      tab.say('Preparing…');
      try {
        const request = { shipmentIds: ids, kind: choice.kind, size: choice.size, withEnded };
        const onProgress = (now: PrintProgress): void => {
          setProgress(now);
          tab.say(`${now.before + now.print.done} of ${ids.length} ready…`);
        };
        return { printed: await printLabelsOf(request, onProgress, deliver), shown };
      } finally {
        if (shown.opened === 0) tab.close();
        setProgress(undefined);
      }
    },
    onSuccess: ({ printed, shown }) => {
      const { prints, stopped } = printed;
      if (open.current && !stopped) onPrinted?.();
      const [note] = prints.flatMap(({ notes }) => notes);
      if ((note ?? stopped) && open.current) return setDone(printed);
      if (stopped) showToast(stoppedText(prints, stopped), { error: true });
      showToast(`${printedText(prints)} ${whereOf(shown)}${note ? ` ${note.message}` : ''}`);
      if (open.current) onClose();
    },
    onError: (error) => {
      const left = endedIn(notesOf(error) ?? []);
      if (left.length > 0) setEnded(left);
      if (!open.current || done) showErrorToast(error);
    },
  });
  const printing = print.isPending;
  const close = (): void => {
    open.current = false;
    if (printing) {
      showToast('Printing continues. The labels open when they are ready.');
      // Not once they are printed: by then, the person may have selected others.
      onPrinted?.();
    }
    onClose();
  };
  return (
    <Dialog opened onClose={close} title={count === 1 ? 'Print' : `Print for ${formatCount(count)} parcels`}>
      {done ? (
        <PrintNotes
          printed={done}
          onClose={close}
          printing={printing}
          onPrint={(ids, withEnded) => print.mutate({ ids, withEnded })}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!printing) print.mutate({ ids: ended ?? shipmentIds, withEnded: ended !== undefined });
          }}
        >
          <div className={styles.left}>
            <SkippedParcels skipped={skipped} />
          </div>
          <SegmentedControl
            fullWidth
            aria-label="What to print"
            data={[...kinds]}
            value={choice.kind}
            onChange={(kind) => {
              setEnded(undefined);
              if (!printing) print.reset();
              choice.chooseKind(kind);
            }}
          />
          <Radio.Group
            className={styles.sizes}
            label="Paper"
            value={choice.size}
            onChange={(value) => {
              const size = sizes.find((one) => one.value === value)?.value;
              if (size) choice.chooseSize(size);
            }}
          >
            {sizes.map((size) => (
              <Radio key={size.value} value={size.value} label={paperName[size.value]} description={size.about} />
            ))}
          </Radio.Group>
          {parts > 1 && (
            <p className={styles.about}>
              You get {parts} files with up to {formatCount(maxLabels)} each. The first one opens, the others are
              downloaded. Keep this page open until the last download starts.
            </p>
          )}
          <div className={styles.aboutOrProgress}>
            <p className={styles.about} aria-hidden={progress !== undefined}>
              {pagesText(choice, count)}
              {choice.kind === 'airway-bill' &&
                ' We print the courier’s own label if it has one, otherwise ours. A label that is too large gets its own page.'}
            </p>
            {count > 0 && (
              <div aria-hidden={progress === undefined}>
                <PrintProgressBar done={progress ? progress.before + progress.print.done : 0} total={count} />
              </div>
            )}
          </div>
          {print.error && (
            <Notice tone={ended ? 'warning' : 'error'} live>
              {messageOf(print.error)}
            </Notice>
          )}
          <div className={`dialog-buttons ${styles.buttons}`}>
            <Button variant="default" onClick={close}>
              {printing ? 'Continue in the background' : 'Cancel'}
            </Button>
            <Button type="submit" loading={printing} disabled={count === 0} data-autofocus>
              {ended ? 'Print anyway' : nameOf(choice.kind, count)}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Labels are estimated: only the courier's file says how large its label is. */
function pagesText({ kind, size }: { kind: PrintKind; size: PaperSize }, count: number): string {
  const pages = countText(Math.ceil(count / documentsAPage[size]), 'page');
  return kind === 'airway-bill' ? `About ${pages}.` : `${pages}.`;
}

/** Where the files are now. */
const whereOf = ({ opened, downloaded }: { opened: number; downloaded: number }): string =>
  opened === 0 ? 'downloaded.' : downloaded === 0 ? 'opened in a new tab, ready to print.' : 'opened and downloaded.';

function nameOf(kind: PrintKind, count: number): string {
  const number = formatCount(count);
  if (kind === 'airway-bill') return count === 1 ? 'Print label' : `Print ${number} labels`;
  return count === 1 ? 'Print packing slip' : `Print ${number} packing slips`;
}
