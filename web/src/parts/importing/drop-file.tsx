import type { ImportKind } from '@courierdesk/contract/import-columns';
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './import-dialog.module.css';
import { KindChoice } from './kind-choice.tsx';
import type { FileProblem } from './open-first-valid.ts';
import { downloadTemplate } from './template.ts';

const abouts: Record<ImportKind, string> = {
  'payment-status': 'A row per parcel: tracking number and PAID or UNPAID.',
  'payment-statement':
    'The statement as the courier sends it. Parcels that it has paid are marked paid, and every amount is compared with the COD.',
  fulfilment:
    'A row per order: order name or id, tracking number, courier. For parcels that were booked elsewhere: they are fulfilled in the store, and followed from then on.',
};

/** The place to drop or choose a file, with the problem of the previous one. */
export function DropFile(props: {
  kind: ImportKind;
  trouble: FileProblem | undefined;
  onKind: (kind: ImportKind) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    props.onFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      <KindChoice kind={props.kind} onKind={props.onKind} />
      <p className={styles.about}>{abouts[props.kind]}</p>
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileTypeCsv size={32} stroke={1.5} aria-hidden className={styles.dropIcon} />
        <Button onClick={() => input.current?.click()} data-autofocus>
          Choose a CSV file
        </Button>
        <p className={styles.dim}>or drop it here. One file, maximum 5 MB.</p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,application/vnd.ms-excel,text/plain"
          aria-label="CSV file"
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => {
            props.onFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {props.trouble && (
        <Notice tone="error" live>
          <p>
            <strong>{props.trouble.msg}</strong>
          </p>
          {props.trouble.details.map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </Notice>
      )}
      {props.kind !== 'payment-statement' && (
        <div className={styles.template}>
          <Button variant="subtle" size="compact-sm" onClick={() => downloadTemplate(props.kind)}>
            Download a template
          </Button>
        </div>
      )}
    </>
  );
}
