import { Button, CloseButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { downloadPrint, labelPrintQuery } from '../../api/labels.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { removePendingPrint, usePrintsLeftToPerson, type PendingPrint } from '../../lib/pending-prints.ts';
import { Notice } from '../../ui/notice.tsx';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { printedText, PrintNotes, PrintProgressBar } from './print-notes.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import styles from './pending-prints.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

const PrintDialog = lazyNamed(async () => (await import('./print-dialog.tsx')).PrintDialog);

/** Prints left behind by a reload or a closed dialog, with links to each. */
export function PendingPrints() {
  const prints = usePrintsLeftToPerson();
  const [rest, openRest, closeRest] = useLazyOpen<readonly string[] | undefined>(undefined);
  return (
    <>
      {prints.length > 0 && (
        <div className={styles.prints}>
          {prints.map((print) => (
            <PendingPrintNotice key={print.id} kept={print} onRest={openRest} />
          ))}
        </div>
      )}
      <Suspense>{rest && <PrintDialog shipmentIds={rest} onClose={closeRest} />}</Suspense>
    </>
  );
}

function PendingPrintNotice({ kept, onRest }: { kept: PendingPrint; onRest: (rest: readonly string[]) => void }) {
  const [opened, setOpened] = useState(false);
  const [downloaded, setDownloaded] = useState(false);
  const { data: print, error: lookUpError } = useQuery(labelPrintQuery(kept.id));
  const put = (): void => {
    removePendingPrint(kept.id);
    if (kept.rest.length > 0) onRest(kept.rest);
  };
  const { mutate: fetch } = useMutation({
    mutationFn: () => downloadPrint(kept.id),
    onSuccess: () => {
      if (print && print.notes.length > 0) {
        setDownloaded(true);
        setOpened(true);
      } else put();
    },
    onError: showErrorToast,
  });
  const ready = print?.state === 'done';
  const failed = lookUpError !== null || print?.state === 'failed';
  const forget = <CloseButton size="sm" aria-label="Dismiss this print" onClick={() => removePendingPrint(kept.id)} />;
  return (
    <>
      <Notice
        tone={failed ? 'warning' : ready ? 'success' : 'info'}
        live
        action={
          <span className={styles.actions}>
            {!failed && !ready && (
              <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
                Show
              </Button>
            )}
            {ready && (
              <Button size="compact-sm" onClick={() => fetch()}>
                Download
              </Button>
            )}
            {(failed || ready) && forget}
          </span>
        }
      >
        {failed && 'We could not create this file, or it has expired. Print it again.'}
        {ready && `${printedText([print])} ready.${restOf(kept)}`}
        {!failed && !ready && `Printing ${print?.done ?? 0} of ${kept.total}.${restOf(kept)}`}
      </Notice>
      {opened && (
        <Dialog
          opened
          onClose={() => setOpened(false)}
          title={kept.total === 1 ? 'Print' : `Print for ${kept.total} parcels`}
        >
          {downloaded && print ? (
            <PrintNotes
              printed={{ prints: [print], stopped: undefined }}
              onClose={() => {
                setOpened(false);
                put();
              }}
            />
          ) : (
            <>
              <PrintProgressBar done={print?.done ?? 0} total={kept.total} />
              <div className={`end-buttons ${styles.end}`}>
                <Button variant="default" onClick={() => setOpened(false)}>
                  Continue in the background
                </Button>
                <Button disabled={!ready} onClick={() => fetch()}>
                  Download
                </Button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

const restOf = ({ rest }: PendingPrint): string =>
  rest.length > 0 ? ` ${formatCount(rest.length)} more to print after this.` : '';
