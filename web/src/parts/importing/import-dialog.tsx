import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { Import } from '@courierdesk/contract/imports';
import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import type { CsvFile } from './csv-file.ts';
import type { SheetView } from './csv-worker.ts';
import { DropFile } from './drop-file.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import styles from './import-dialog.module.css';
import { ImportReview } from './import-review.tsx';
import { ImportStarted } from './import-started.tsx';
import { openFirstValid, type FileProblem } from './open-first-valid.ts';

/** The step of the dialog: idle (with the problem of the last file), processing, review or success. */
type Step =
  | { readonly at: 'idle'; readonly trouble?: FileProblem }
  | { readonly at: 'processing'; readonly name: string }
  | { readonly at: 'review'; readonly csv: CsvFile; readonly sheet: SheetView; readonly note: string }
  | { readonly at: 'success'; readonly started: Import };

const titles = { payments: 'Import payments', fulfilment: 'Bulk fulfillment' };

/** Imports a CSV file: choose, review, start. Render it only while it is open. */
export function ImportDialog({ about, onClose }: { about: 'payments' | 'fulfilment'; onClose: () => void }) {
  const [kind, setKind] = useState<ImportKind>(about === 'fulfilment' ? 'fulfilment' : 'payment-status');
  const [step, setStep] = useState<Step>({ at: 'idle' });
  const open = useRef<CsvFile>(undefined);
  /** The import is being started: closing would neither stop it nor show its result. */
  const [sending, setSending] = useState(false);
  const phone = usePhone();
  useEffect(() => () => open.current?.close(), []);

  const take = async (files: readonly File[]): Promise<void> => {
    const [first] = files;
    if (!first) return;
    open.current?.close();
    setStep({ at: 'processing', name: first.name });
    const opened = await openFirstValid(files, kind);
    open.current = 'csv' in opened ? opened.csv : undefined;
    setStep('csv' in opened ? { at: 'review', ...opened } : { at: 'idle', trouble: opened });
  };
  const changeKind = async (next: ImportKind): Promise<void> => {
    if (step.at !== 'review') return setKind(next);
    try {
      const sheet = await step.csv.sheet(next);
      setKind(next);
      setStep({ ...step, sheet });
    } catch (error) {
      setStep({ at: 'idle', trouble: { msg: error instanceof Error ? error.message : '', details: [] } });
    }
  };

  return (
    <Dialog
      opened
      onClose={() => sending || onClose()}
      title={titles[about]}
      size={step.at === 'review' ? 'xl' : 'lg'}
      fullScreen={phone}
      classNames={{ body: styles.body ?? '' }}
    >
      {step.at === 'idle' && (
        <DropFile
          kind={kind}
          trouble={step.trouble}
          onKind={(next) => void changeKind(next)}
          onFiles={(files) => void take(files)}
        />
      )}
      {step.at === 'processing' && (
        <div className={styles.processing} role="status">
          <Loader size="sm" />
          <span>Reading {step.name}…</span>
        </div>
      )}
      {step.at === 'review' && (
        <ImportReview
          key={kind}
          kind={kind}
          csv={step.csv}
          sheet={step.sheet}
          note={step.note}
          sending={sending}
          onSending={setSending}
          onKind={(next) => void changeKind(next)}
          onOther={() => setStep({ at: 'idle' })}
          onStarted={(started) => setStep({ at: 'success', started })}
          onClose={onClose}
        />
      )}
      {step.at === 'success' && <ImportStarted started={step.started} onClose={onClose} />}
    </Dialog>
  );
}
