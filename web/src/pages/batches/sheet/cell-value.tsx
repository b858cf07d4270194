import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isEditable } from '../rows/batch-sections.ts';
import { textOf } from '../rows/cell-values.ts';
import { ItemsText } from '../../../parts/shipments/items-text.tsx';
import { minimumText, weightSourceText } from '../rows/weight-source-text.ts';
import { titleCase } from '../../../lib/title-case.ts';
import type { RowActions } from '../rows/row-actions.ts';
import { issuesOfCell, type SheetColumn } from '../rows/sheet-columns.ts';
import styles from './sheet.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** A cell's value, with its errors below. */
export function CellValue(props: {
  row: BatchRow;
  column: Extract<SheetColumn, { field: string }>;
  accounts: readonly AccountChoice[];
  actions: RowActions;
}) {
  const { row, column, accounts } = props;
  const { field } = column;
  const issues = isEditable(row) ? issuesOfCell(row, field) : [];
  const choices = issues.flatMap((issue) => issue.choices).slice(0, 3);
  const text = shownText(row, column, accounts);
  const minimum = field === 'weight' ? minimumText(row, accounts) : undefined;
  return (
    <>
      <span
        className={styles.value}
        dir="auto"
        title={titleOf(row, column, text)}
        data-long={wrapped.has(field) || undefined}
      >
        {(field === 'products_list' && text ? <ItemsText items={text} /> : text) || (
          <span className={styles.empty}>{issues.length > 0 ? '–' : ''}</span>
        )}
      </span>
      {field === 'tracking_account' && row.account_because.startsWith('Rule') && (
        <span className={styles.because}>{row.account_because}</span>
      )}
      {field === 'weight' && row.weight_source && !minimum && (
        <span className={styles.because} title={weightSourceText[row.weight_source].long}>
          {weightSourceText[row.weight_source].short}
        </span>
      )}
      {minimum && (
        <span className={styles.because} data-wraps title={minimum.long}>
          {minimum.short}
        </span>
      )}
      {field === 'destination_city' && spelledOtherwise(row) && (
        <span className={styles.because} title={`The customer wrote ${row.city}`}>
          wrote <bdi>{row.city}</bdi>
        </span>
      )}
      {issues.map((issue) => (
        <span key={issue.code} className={styles.reason}>
          {issue.msg}
        </span>
      ))}
      {choices.length > 0 && (
        <span className={styles.choices}>
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              tabIndex={-1}
              onClick={() =>
                props.actions.change(row, { destination_city: choice.value, destination_name: choice.label })
              }
            >
              {titleCase(choice.label)}
            </button>
          ))}
        </span>
      )}
    </>
  );
}

/** Whether the customer's spelling differs from the courier's and no issue quotes it already. */
export const spelledOtherwise = (row: BatchRow): boolean =>
  row.fields.destination_city !== '' &&
  row.city !== '' &&
  row.city.trim().toLowerCase() !== row.destination_name.trim().toLowerCase();

/** Cells with two lines, which show their full text on focus. */
const wrapped: ReadonlySet<string> = new Set([
  'consignee_name',
  'consignee_address',
  'products_list',
  'tracking_account',
  'remarks',
]);

function shownText(
  row: BatchRow,
  { field }: Extract<SheetColumn, { field: string }>,
  accounts: readonly AccountChoice[],
): string {
  const text = textOf(row, field, accounts);
  if (field === 'destination_city') return row.fields.destination_city ? titleCase(text) : text;
  const value = row.fields[field];
  if (typeof value !== 'number') return text;
  return field === 'weight' ? `${formatCount(value)} g` : formatCount(value);
}

/** The tooltip: the full text and its source. */
function titleOf(row: BatchRow, { field }: Extract<SheetColumn, { field: string }>, text: string): string {
  if (field === 'tracking_account') return [text, row.account_because].filter(Boolean).join('\n');
  if (field === 'destination_city' && row.city) return `${text}\nThe customer wrote ${row.city}`;
  if (field === 'consignee_phone' && row.phone_as_written !== text)
    return `${text}\nThe customer wrote ${row.phone_as_written}`;
  return text;
}
