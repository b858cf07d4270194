import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { ImportPreview, PreviewRow } from '@courierdesk/contract/import-previews';
import { formatRupees } from '@courierdesk/contract/money';
import { courierName } from '@courierdesk/contract/companies';
import { Checkbox, Loader, Progress } from '@mantine/core';
import { Notice } from '../../ui/notice.tsx';
import styles from './import-dialog.module.css';
import { RowOutcome } from './row-outcome.tsx';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { amountText } from './import-texts.ts';

/** `done`: checked rows of a large file; 0 while unknown. */
export const CheckingRows = ({ rows, done }: { rows: number; done: number }) => (
  <div className={styles.option}>
    <div className={styles.processing} role="status">
      <Loader size="sm" />
      <span>Looking up {countText(rows, 'row')}…</span>
    </div>
    {done > 0 && <Progress value={Math.min(100, (done / rows) * 100)} aria-label="Rows looked up" />}
  </div>
);

/** Counts of what will change, the errors, and the rows worth checking. */
export function ImportPreviewParts(props: {
  kind: ImportKind;
  preview: ImportPreview;
  includeContradicting: boolean;
  onIncludeContradicting: (include: boolean) => void;
}) {
  const { kind, includeContradicting } = props;
  const preview = previewFor(props.preview, includeContradicting);
  const contradicting = props.preview.contradicting.changed;
  return (
    <section aria-label="What will change" className={styles.preview}>
      <dl className={styles.counts}>
        {countsOf(kind, preview).map(({ label, n, more }) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.number}>{formatCount(n)}</span>
              {more && <span className={styles.dim}>{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {preview.changed === 0 && <Notice tone="info">Nothing would change.</Notice>}
      {(contradicting > 0 || props.preview.unchecked > 0) && (
        <Notice tone="warning">
          <p>{kind === 'fulfilment' ? unconfirmedWords(props.preview) : contradictingWords(contradicting)}</p>
          <Checkbox
            className={styles.include}
            label={
              kind === 'fulfilment'
                ? 'Include rows with unconfirmed numbers'
                : `Include ${countText(contradicting, 'contradicting row')}`
            }
            checked={includeContradicting}
            onChange={(event) => props.onIncludeContradicting(event.currentTarget.checked)}
          />
        </Notice>
      )}
      {preview.reasons.length > 0 && (
        <Notice tone="warning">
          <p>{failedWords(preview)}</p>
          <ul className={styles.reasons}>
            {preview.reasons.map(({ reason, rows }) => (
              <li key={reason}>
                {rows > 1 && <strong>{countText(rows, 'row')}, such as: </strong>}
                {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview.rows.length > 0 && (
        <PreviewRows
          kind={kind}
          rows={preview.rows}
          total={preview.total}
          includeContradicting={includeContradicting}
        />
      )}
    </section>
  );
}

const contradictingWords = (count: number): string =>
  count === 1
    ? '1 row contradicts what we know of its parcel and will be skipped unless you include it.'
    : `${countText(count, 'row')} contradict what we know of their parcels and will be skipped unless you include them.`;

function unconfirmedWords({ contradicting: { changed: count }, unchecked }: ImportPreview): string {
  const sentences = [];
  if (count > 0)
    sentences.push(`${countText(count, 'row has', 'rows have')} a tracking number that the courier did not confirm.`);
  if (unchecked > 0)
    sentences.push(`We check ${countText(unchecked, 'more number', 'more numbers')} during the import.`);
  return `${sentences.join(' ')} Rows with unconfirmed numbers will be skipped unless you include them.`;
}

/** The changes with or without the rows that contradict their parcels. */
export function previewFor(preview: ImportPreview, includeContradicting: boolean): ImportPreview {
  const { contradicting } = preview;
  if (!includeContradicting) return { ...preview, unchanged: preview.unchanged + contradicting.changed };
  return {
    ...preview,
    changed: preview.changed + contradicting.changed,
    unpaid: preview.unpaid + contradicting.unpaid,
    cod: preview.cod + contradicting.cod,
    paid_amount: preview.paid_amount + contradicting.paid_amount,
  };
}

function failedWords({ failed, total }: ImportPreview): string {
  if (failed === total)
    return failed === 1 ? 'The only row has an error.' : `All ${countText(failed, 'row')} have errors.`;
  return `${countText(failed, 'row has an error', 'rows have errors')} and will be skipped. You can download skipped rows to fix them.`;
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
            ? [
                {
                  label: 'Differs from the COD',
                  n: differing,
                  ...(preview.paid_amount > 0 && { more: `Paid ${formatRupees(preview.paid_amount)}` }),
                },
              ]
            : []),
        ];
  return [...first, { label: 'Nothing to do', n: unchanged }, { label: 'Errors', n: failed }];
}

const words = { changed: 'Will change', unchanged: 'Nothing to do', failed: 'Error', waiting: 'Waiting' };

function PreviewRows(props: {
  kind: ImportKind;
  rows: readonly PreviewRow[];
  total: number;
  includeContradicting: boolean;
}) {
  const { kind, rows, total } = props;
  const outcome = (row: PreviewRow) =>
    row.contradicting && !props.includeContradicting
      ? { row: { ...row, state: 'unchanged' as const }, words: { ...words, unchanged: 'Skipped' } }
      : { row, words };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={styles.rows} role="region" aria-label="Rows" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {kind === 'fulfilment' && <th scope="col">Order</th>}
              <th scope="col">Tracking number</th>
              {kind === 'payment-statement' && <th scope="col">COD</th>}
              <th scope="col">{kind === 'fulfilment' ? 'Courier' : kind === 'payment-status' ? 'Status' : 'Paid'}</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                {kind === 'fulfilment' && <td>{row.cells.order_name}</td>}
                <td className={styles.code}>{row.cells.tracking_number}</td>
                {kind === 'payment-statement' && <td className={styles.amount}>{amountText(row.cells.cod_amount)}</td>}
                <td className={kind === 'payment-statement' ? styles.amount : styles.word}>{valueOf(kind, row)}</td>
                <td>
                  <RowOutcome {...outcome(row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < total && (
        <p className={styles.dim}>
          {countText(rows.length, 'row')} of {formatCount(total)}, those that need a look first.
        </p>
      )}
    </>
  );
}

function valueOf(kind: ImportKind, { cells }: PreviewRow): string {
  if (kind === 'fulfilment') return courierName(cells.company);
  if (kind === 'payment-status') return cells.payment_status;
  return amountText(cells.amount);
}
