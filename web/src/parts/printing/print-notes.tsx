import { Button, Progress } from '@mantine/core';
import { endedIn, type PrintResult } from '../../api/labels.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './print-dialog.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** Progress of printing. */
export const PrintProgressBar = ({ done, total }: { done: number; total: number }) => (
  <div className={styles.progress} role="status">
    <Progress value={(done / total) * 100} aria-label="Labels ready" />
    <p className={styles.about}>
      {formatCount(done)} of {formatCount(total)} ready. Couriers may need a few seconds for new labels.
    </p>
  </div>
);

/** Shows the notes of a finished print. `onPrint`: prints delivered and returned parcels that were skipped. */
export function PrintNotes({
  prints,
  onClose,
  onPrint,
  printing = false,
}: {
  prints: readonly PrintResult[];
  onClose: () => void;
  onPrint?: (shipmentIds: readonly string[]) => void;
  printing?: boolean;
}) {
  const notes = prints.flatMap((print) => print.notes);
  const ended = endedIn(notes);
  const skipped = notes.filter((note) => !note.printed).length;
  return (
    <>
      <Notice tone={skipped > 0 ? 'warning' : 'info'} live>
        {printedText(prints)} printed.{skipped > 0 && ` ${skipped} skipped.`}
      </Notice>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.shipment_id + note.message}>
            <strong>{note.order_name}</strong> <span className="numbers">{note.tracking_number}</span>
            <br />
            {note.message}
          </li>
        ))}
      </ul>
      <div className="dialog-buttons">
        {ended.length > 0 && onPrint && (
          <Button variant="default" loading={printing} onClick={() => onPrint(ended)}>
            {ended.length === 1 ? 'Print its label anyway' : `Print the ${ended.length} skipped labels anyway`}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </>
  );
}

export function printedText(prints: readonly PrintResult[]): string {
  const count = prints.reduce((sum, { total, notes }) => sum + total - notes.filter((one) => !one.printed).length, 0);
  const number = formatCount(count);
  if (prints[0]?.kind === 'airway-bill') return count === 1 ? 'One label' : `${number} labels`;
  return count === 1 ? 'One packing slip' : `${number} packing slips`;
}
