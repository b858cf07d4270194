import { companyName } from '@courierdesk/contract/companies';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoadSheet } from '@courierdesk/contract/load-sheets';
import { reprintLoadSheet } from '../../../api/load-sheets.ts';
import { Notice } from '../../../ui/notice.tsx';
import { showErrorToast } from '../../../ui/toasts/toast.ts';
import type { Papers } from './use-papers.ts';
import styles from './papers.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** Result of printing. `onPrintAgain` prints everything, also what was printed before. */
export function PapersOutcome({ papers, onPrintAgain }: { papers: Papers; onPrintAgain: () => void }) {
  const { labels, printedBefore = 0, sheets } = papers.outcome;
  if (!labels && !sheets && printedBefore === 0) return null;
  return (
    <section className={styles.outcome} aria-label="Labels and load sheets">
      {labels && 'failure' in labels && (
        <Notice tone="error" live>
          Labels: {labels.failure}
        </Notice>
      )}
      {labels && !('failure' in labels) && (
        <Notice
          tone={labels.notes.some((note) => !note.printed) ? 'warning' : 'success'}
          live
          action={
            labels.together && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => labels.together && void papers.openAgain(labels.together.printId)}
              >
                {labels.together.shown ? 'Open again' : 'Open to print'}
              </Button>
            )
          }
        >
          {labels.together === undefined
            ? labels.count === 1
              ? 'One label downloaded.'
              : `${labels.count} labels downloaded.`
            : togetherWords(labels.count, labels.together)}
          <Notes notes={labels.notes} />
        </Notice>
      )}
      {printedBefore > 0 && (
        <Notice
          tone="info"
          live
          action={
            <Button variant="default" size="compact-sm" onClick={onPrintAgain}>
              Print all again
            </Button>
          }
        >
          {countText(printedBefore, 'label was', 'labels were')} printed before.
        </Notice>
      )}
      {sheets?.failure && (
        <Notice tone="warning" live action={allSheets}>
          Load sheet: {sheets.failure}
        </Notice>
      )}
      {sheets?.made.map((sheet) => (
        <MadeSheet key={sheet.id} sheet={sheet} />
      ))}
      {sheets?.made.length === 0 && !sheets.failure && (
        <Notice tone={sheets.skipped.length > 0 ? 'warning' : 'success'} live action={allSheets}>
          No load sheet was created.
          <Notes notes={sheets.skipped} />
        </Notice>
      )}
      {sheets && sheets.made.length > 0 && sheets.skipped.length > 0 && (
        <Notice tone="warning" live>
          {countText(sheets.skipped.length, 'parcel is', 'parcels are')} not on a new load sheet.
          <Notes notes={sheets.skipped} />
        </Notice>
      )}
    </section>
  );
}

function togetherWords(count: number, { loadSheets, shown }: { loadSheets: number; shown: boolean }): string {
  const sheets = ['', ' and the load sheet'][loadSheets] ?? ` and ${loadSheets} load sheets`;
  const what = `${count === 1 ? 'One label' : `${count} labels`}${sheets}`;
  const are = count === 1 && loadSheets === 0 ? 'is' : 'are';
  return shown
    ? `${what} opened in a new tab, ready to print.`
    : `${what} ${are} ready. The new tab was blocked or closed.`;
}

const allSheets = (
  <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/dashboard/load-sheets" {...props} />}>
    All load sheets
  </Button>
);

function MadeSheet({ sheet }: { sheet: LoadSheet }) {
  const print = useMutation({ mutationFn: () => reprintLoadSheet(sheet.id), onError: showErrorToast });
  return (
    <Notice
      tone="success"
      live
      action={
        <Button
          variant="default"
          size="compact-sm"
          loading={print.isPending}
          aria-label={`Print: load sheet ${sheet.number}`}
          onClick={() => print.mutate()}
        >
          Print
        </Button>
      }
    >
      Load sheet {sheet.number}: {companyName[sheet.company]} · <bdi>{sheet.account_name}</bdi>,{' '}
      {countText(sheet.parcels, 'parcel')}
      {sheet.note && <span className={styles.note}> {sheet.note}</span>}
    </Notice>
  );
}

const shownNotes = 5;

function Notes({ notes }: { notes: readonly { order_name: string; message: string }[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.slice(0, shownNotes).map((note) => (
        <li key={note.order_name + note.message}>
          <strong>{note.order_name}</strong> {note.message}
        </li>
      ))}
      {notes.length > shownNotes && <li>and {notes.length - shownNotes} more</li>}
    </ul>
  );
}
