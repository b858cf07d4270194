import { Button, Progress } from '@mantine/core';
import { endedIn, type Printed, type PrintResult } from '../../api/labels.ts';
import { messageOf } from '../../lib/failures.ts';
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

/** Shows the notes of a print. `onPrint`: prints what a failure stopped, or delivered and returned parcels that were skipped. */
export function PrintNotes({
  printed: { prints, stopped },
  onClose,
  onPrint,
  printing = false,
}: {
  printed: Printed;
  onClose: () => void;
  onPrint?: (shipmentIds: readonly string[], withEnded: boolean) => void;
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
      {stopped && (
        <Notice tone="error" live>
          {stoppedText(prints, stopped)}
        </Notice>
      )}
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
          <Button variant="default" loading={printing} onClick={() => onPrint(ended, true)}>
            {ended.length === 1 ? 'Print its label anyway' : `Print the ${ended.length} skipped labels anyway`}
          </Button>
        )}
        {stopped && onPrint && (
          <Button variant="default" loading={printing} onClick={() => onPrint(stopped.rest, false)}>
            Print the other {stopped.rest.length === 1 ? 'one' : formatCount(stopped.rest.length)}
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
  return papersText(prints, count);
}

export const stoppedText = (prints: readonly PrintResult[], { error, rest }: NonNullable<Printed['stopped']>): string =>
  `${papersText(prints, rest.length)} ${rest.length === 1 ? 'was' : 'were'} not printed. ${messageOf(error)}`;

function papersText([first]: readonly PrintResult[], count: number): string {
  const number = formatCount(count);
  if (first?.kind === 'airway-bill') return count === 1 ? 'One label' : `${number} labels`;
  return count === 1 ? 'One packing slip' : `${number} packing slips`;
}
