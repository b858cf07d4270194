import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { ImportPreview, RowResult } from '@courierdesk/contract/imports';
import { formatRupees } from '@courierdesk/contract/money';
import { courierName } from '@courierdesk/contract/companies';
import { Loader } from '@mantine/core';
import { Notice } from '../ui/notice.tsx';
import styles from './import-dialog.module.css';
import { RowOutcome } from './row-outcome.tsx';
import { amountIn, counted } from './import-words.ts';

export const LookingUp = ({ rows }: { rows: number }) => (
  <div className={styles.processing} role="status">
    <Loader size="sm" />
    <span>Looking up {counted(rows, 'row')}…</span>
  </div>
);

/** Counts of what will change, why rows cannot be done, and the rows that deserve a look. */
export function ImportPreviewParts({ kind, preview }: { kind: ImportKind; preview: ImportPreview }) {
  return (
    <section aria-label="What will change" className={styles.preview}>
      <dl className={styles.counts}>
        {countsOf(kind, preview).map(({ label, n, more }) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.number}>{n.toLocaleString('en-US')}</span>
              {more && <span className={styles.dim}>{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {preview.changed === 0 && <Notice tone="info">Nothing would change.</Notice>}
      {preview.reasons.length > 0 && (
        <Notice tone="warning">
          <p>{failedWords(preview)}</p>
          <ul className={styles.reasons}>
            {preview.reasons.map(({ reason, rows }) => (
              <li key={reason}>
                {rows > 1 && <strong>{counted(rows, 'row')}, such as: </strong>}
                {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview.rows.length > 0 && <PreviewRows kind={kind} rows={preview.rows} total={preview.total} />}
    </section>
  );
}

function failedWords({ failed, total }: ImportPreview): string {
  const words = `${counted(failed, 'row')} cannot be done.`;
  return failed < total ? `${words} The others are not held up, and you can download these to put them right.` : words;
}

type Count = { label: string; n: number; more?: string };

function countsOf(kind: ImportKind, preview: ImportPreview): Count[] {
  const { changed, unpaid, unchanged, failed, differing } = preview;
  const paid = changed - unpaid;
  const first: Count[] =
    kind === 'fulfilment'
      ? [{ label: 'Orders to fulfil', n: changed, more: `COD ${formatRupees(preview.cod)}` }]
      : [
          { label: 'To be marked paid', n: paid, more: `COD ${formatRupees(preview.cod)}` },
          ...(unpaid > 0 ? [{ label: 'To be marked unpaid', n: unpaid }] : []),
          ...(kind === 'payment-statement'
            ? [{ label: 'Other than the COD', n: differing, more: `Paid ${formatRupees(preview.paid_amount)}` }]
            : []),
        ];
  return [...first, { label: 'Nothing to do', n: unchanged }, { label: 'Cannot be done', n: failed }];
}

const words = { changed: 'Will change', unchanged: 'Nothing to do', failed: 'Cannot be done', waiting: 'Waiting' };

function PreviewRows({ kind, rows, total }: { kind: ImportKind; rows: readonly RowResult[]; total: number }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself, and is reached by keyboard */}
      <div className={styles.rows} role="region" aria-label="Rows" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {kind === 'fulfilment' && <th scope="col">Order</th>}
              <th scope="col">Tracking number</th>
              <th scope="col">{kind === 'fulfilment' ? 'Courier' : kind === 'payment-status' ? 'Status' : 'Amount'}</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                {kind === 'fulfilment' && <td>{row.cells.order_name}</td>}
                <td className={styles.code}>{row.cells.tracking_number}</td>
                <td>{valueOf(kind, row)}</td>
                <td>
                  <RowOutcome row={row} words={words} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < total && (
        <p className={styles.dim}>
          {counted(rows.length, 'row')} of {total.toLocaleString('en-US')}; those that need a look first.
        </p>
      )}
    </>
  );
}

function valueOf(kind: ImportKind, { cells }: RowResult): string {
  if (kind === 'fulfilment') return courierName(cells.company);
  if (kind === 'payment-status') return cells.payment_status;
  return amountIn(cells.amount);
}
