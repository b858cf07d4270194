import type { BatchRow } from '@courierdesk/contract/batches';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isEditable } from './batch-sections.ts';
import { textOf } from './cell-values.ts';
import { titleCase } from '../../lib/title-case.ts';
import type { RowActions } from './row-actions.ts';
import { doubtOfCell, type SheetColumn } from './sheet-columns.ts';
import styles from './sheet.module.css';

/** What a cell shows; below it, what has to be put right there. */
export function CellValue(props: {
  row: BatchRow;
  column: Extract<SheetColumn, { field: string }>;
  accounts: readonly AccountChoice[];
  actions: RowActions;
}) {
  const { row, column, accounts } = props;
  const { field } = column;
  const doubt = isEditable(row) ? doubtOfCell(row, field) : undefined;
  const text = shownText(row, column, accounts);
  return (
    <>
      <span className={styles.value} dir="auto" title={titleOf(row, column, text)}>
        {text || <span className={styles.empty}>{doubt ? '–' : ''}</span>}
      </span>
      {field === 'tracking_account' && row.account_because.startsWith('Rule') && (
        <span className={styles.because}>{row.account_because}</span>
      )}
      {doubt && <span className={styles.reason}>{doubt.msg}</span>}
      {doubt && doubt.choices.length > 0 && (
        <span className={styles.choices}>
          {doubt.choices.slice(0, 3).map((choice) => (
            <button
              key={choice.value}
              type="button"
              tabIndex={-1}
              onClick={() =>
                props.actions.change(row.id, { destination_city: choice.value, destination_name: choice.label })
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

const whole = new Intl.NumberFormat('en-US');

function shownText(
  row: BatchRow,
  { field }: Extract<SheetColumn, { field: string }>,
  accounts: readonly AccountChoice[],
): string {
  const text = textOf(row, field, accounts);
  if (field === 'destination_city') return row.fields.destination_city ? titleCase(text) : text;
  const value = row.fields[field];
  if (typeof value !== 'number') return text;
  return field === 'weight' ? `${whole.format(value)} g` : whole.format(value);
}

/** What does not fit, and where it comes from. */
function titleOf(row: BatchRow, { field }: Extract<SheetColumn, { field: string }>, text: string): string {
  if (field === 'tracking_account') return [text, row.account_because].filter(Boolean).join('\n');
  if (field === 'destination_city' && row.city) return `${text}\nThe customer wrote ${row.city}`;
  if (field === 'consignee_phone' && row.phone_as_written !== text)
    return `${text}\nThe customer wrote ${row.phone_as_written}`;
  return text;
}
