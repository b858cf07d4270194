import { readCourier, readParcelCourier } from './courier-cells.ts';
import { cutText } from '../values/cut-text.ts';
import type { CheckedRow, RowCells } from './checked-row.ts';
import { contradictions } from './import-contradictions.ts';
import { fieldName, ImportField, type ImportKind } from './import-columns.ts';
import { isDeduction, whyNotPaid } from './remittances.ts';
import { isStorable, storableText } from '../values/storable-text.ts';
import { cleanCell, readAmount, readDay, readPaymentStatus, readTrackingNumber } from '../values/sheet-values.ts';

/** Cells of a row as they came, by field; what is missing is none. */
export type RawRow = {
  readonly line?: number | undefined;
  /** Values beyond the last heading. */
  readonly extra_cells?: number | undefined;
  /** Values in columns that were not assigned to a field. */
  readonly other_cells?: number | undefined;
  /** The row sums up others. */
  readonly is_total?: boolean | undefined;
  /** What another column, or the title above the row, says against a payment. */
  readonly also_says?: string | undefined;
  /** Why the line could not be read at all. */
  readonly problem?: string | undefined;
  /** The field that had a character which cannot be saved. */
  readonly unstorable?: ImportField | undefined;
} & Readonly<Partial<Record<ImportField, unknown>>>;

const maxCellLength = 200;

/**
 * The checks of a file in two passes over the same rows, part by part: first every part is compared with the others, then
 * every part is checked. The rows themselves are not kept.
 */
type FileCheck = {
  /** First pass, in the order of the file. `from`: the position of the first of these rows. */
  compare(rows: readonly RawRow[], from: number): void;
  /** How many rows have anything in them. Known after the first pass. */
  total(): number;
  /** The couriers of rows in which there is something to do. Known after the first pass. */
  companies(): ReadonlySet<string>;
  /** Second pass. */
  check(rows: readonly RawRow[], from: number): CheckedRow[];
};

/** Checks the rows of a file, also against each other. Empty rows are left out. `company`: of a statement, or empty. */
export function fileCheck(kind: ImportKind, company: string): FileCheck {
  const found = contradictions(kind);
  let total = 0;
  const companies = new Set<string>();
  return {
    compare(rows, from) {
      for (const [index, raw] of rows.entries()) {
        const row = checkRow(kind, company, raw, from + index);
        if (!row) continue;
        total += 1;
        if (row.state === 'waiting') companies.add(row.cells.company);
        if (row.state !== 'failed') found.compare(from + index, row);
      }
    },
    total: () => total,
    companies: () => companies,
    check: (rows, from) =>
      rows.flatMap((raw, index) => {
        const row = checkRow(kind, company, raw, from + index);
        return row ? { ...row, ...found.at(from + index) } : [];
      }),
  };
}

function checkRow(kind: ImportKind, company: string, raw: RawRow, at: number): CheckedRow | undefined {
  const { unstorable, ...storable } = withoutUnstorable(raw);
  const cells = cellsOf(storable);
  const line = raw.line ?? at + 1;
  const alsoSays = cutText(storableText(cleanCell(storable.also_says)), maxCellLength);
  const ended = (state: 'failed' | 'unchanged', reason: string): CheckedRow => ({
    ...{ line, cells, alsoSays, state, reason },
  });
  if (raw.problem !== undefined) return ended('failed', raw.problem);
  if (isEmpty(cells) && !raw.extra_cells && !raw.other_cells && !raw.is_total) return undefined;
  if (unstorable)
    return ended('failed', `The ${fieldName[unstorable]} has a character that cannot be saved: type it again`);
  if (raw.is_total || (kind === 'payment-statement' && isTotal(cells)))
    return ended('unchanged', 'This line is a total, not a parcel');
  return raw.extra_cells
    ? ended('failed', tornReason(raw.extra_cells))
    : { line, alsoSays, ...checkCells(kind, cells, company) };
}

/** Characters that cannot be stored are replaced, and their field is named, so that the row fails alone. */
export function withoutUnstorable<Row extends RawRow>(raw: Row): Row & Pick<RawRow, 'unstorable'> {
  const field = ImportField.options.find((name) => typeof raw[name] === 'string' && !isStorable(raw[name]));
  if (!field) return raw;
  const replaced = ImportField.options.flatMap((name) => {
    const cell: unknown = raw[name];
    return typeof cell === 'string' ? [[name, storableText(cell)]] : [];
  });
  return { ...raw, ...Object.fromEntries(replaced), unstorable: field };
}

function cellsOf(raw: RawRow): RowCells {
  const cell = (field: ImportField): string => cutText(cleanCell(raw[field]), maxCellLength);
  return {
    order_name: cell('order_name'),
    tracking_number: cell('tracking_number'),
    company: cell('company'),
    payment_status: cell('payment_status'),
    amount: cell('amount'),
    cod_amount: cell('cod_amount'),
    paid_date: cell('paid_date'),
    reference: cell('reference'),
  };
}

const tornReason = (extra: number): string =>
  `The line has ${extra === 1 ? 'a value' : `${extra} values`} more than there are headings: put what contains a comma in quotes`;

function isEmpty(cells: RowCells): boolean {
  for (const name in cells) if (cells[name as ImportField] !== '') return false;
  return true;
}

const isTotal = ({ tracking_number: number }: RowCells): boolean =>
  /^(?:grand |sub[ -]?)?total|^net payable/i.test(number);

type CheckedCells = Pick<CheckedRow, 'cells' | 'state' | 'reason'>;

function checkCells(kind: ImportKind, cells: RowCells, company: string): CheckedCells {
  const failed = (reason: string): CheckedCells => ({ cells, state: 'failed', reason });
  const number = readTrackingNumber(cells.tracking_number);
  if (kind === 'fulfilment' && cells.order_name === '') return failed('The order is missing');
  if (number.problem !== undefined) return failed(number.problem);
  const named = kind === 'fulfilment' ? readCourier(cells.company) : readParcelCourier(cells.company);
  if (named.problem !== undefined) return failed(named.problem);
  const known = { tracking_number: number.value, company: named.value };
  const waiting = (more?: Partial<RowCells>): CheckedCells => ({
    cells: { ...cells, ...known, ...more },
    state: 'waiting',
    reason: '',
  });
  if (kind === 'fulfilment') return waiting();
  const amount = readAmount(cells.amount);
  if (amount.problem !== undefined) return failed(amount.problem);
  const cod = readAmount(cells.cod_amount);
  if (cod.problem !== undefined) return failed(cod.problem);
  const day = readDay(cells.paid_date);
  if (day.problem !== undefined) return failed(day.problem);
  const values = { amount: amount.value, cod_amount: cod.value, paid_date: day.value };
  if (kind === 'payment-status') {
    const status = readPaymentStatus(cells.payment_status);
    if (status.problem !== undefined) return failed(status.problem);
    return status.value === ''
      ? failed('The payment status is missing: write PAID or UNPAID')
      : waiting({ ...values, payment_status: status.value });
  }
  // It may take back a payment that was recorded before.
  if (isDeduction(values)) return waiting(values);
  const courier = known.company || company;
  const unpaid = whyNotPaid(courier, { ...cells, ...known, ...values });
  // The courier is known only with the parcel, so its words stay as written until then.
  if (!unpaid) return waiting(courier === '' ? values : { ...values, payment_status: 'PAID' });
  return { cells: { ...cells, ...known, ...values }, state: 'unchanged', reason: unpaid };
}
