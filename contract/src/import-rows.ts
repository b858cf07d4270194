import { isCompany } from './companies.ts';
import type { ImportField, ImportKind } from './import-columns.ts';
import {
  cleanCell,
  quoted,
  type Read,
  readAmount,
  readCourier,
  readDay,
  readPaymentStatus,
  readTrackingNumber,
} from './sheet-values.ts';

/** Cells of a row as they came, by field; what is missing is none. */
export type RawRow = {
  readonly line?: number | undefined;
  /** Values beyond the last heading. */
  readonly extra_cells?: number | undefined;
} & Readonly<Partial<Record<ImportField, unknown>>>;

/** Cells of a row: in their canonical form where they can be read, else as they were written. */
export type RowCells = Readonly<Record<ImportField, string>>;

/**
 * A row after the checks that need no database. `waiting`: there is something to do. `unchanged`: nothing to do, and why.
 * `failed`: it cannot be done, and why.
 */
export type CheckedRow = {
  readonly line: number;
  readonly cells: RowCells;
  readonly state: 'waiting' | 'unchanged' | 'failed';
  readonly reason: string;
};

const longestCell = 200;

/** Checks the rows of a whole file, also against each other. Rows of a statement that sum it up are left out. */
export function checkRows(kind: ImportKind, rows: readonly RawRow[]): CheckedRow[] {
  const checked: CheckedRow[] = [];
  for (const [index, raw] of rows.entries()) {
    const cells = cellsOf(raw);
    if (isEmpty(cells) || (kind === 'payment-statement' && isSum(cells))) continue;
    const line = raw.line ?? index + 1;
    checked.push(raw.extra_cells ? tornRow(line, cells, raw.extra_cells) : checkRow(kind, line, cells));
  }
  return withoutContradictions(kind, checked);
}

function cellsOf(raw: RawRow): RowCells {
  const cell = (name: ImportField): string => {
    const text = cleanCell(raw[name]);
    return text.length > longestCell ? text.slice(0, longestCell) : text;
  };
  return {
    order_name: cell('order_name'),
    tracking_number: cell('tracking_number'),
    company: cell('company'),
    payment_status: cell('payment_status'),
    amount: cell('amount'),
    paid_date: cell('paid_date'),
    reference: cell('reference'),
  };
}

const tornRow = (line: number, cells: RowCells, extra: number): CheckedRow => ({
  ...{ line, cells, state: 'failed' },
  reason: `The line has ${extra === 1 ? 'a value' : `${extra} values`} more than there are headings: put what contains a comma in quotes`,
});

const isEmpty = (cells: RowCells): boolean => Object.values(cells).every((cell) => cell === '');

const isSum = ({ tracking_number: number }: RowCells): boolean =>
  /^(?:grand |sub[ -]?)?total|^net payable/i.test(number);

function checkRow(kind: ImportKind, line: number, cells: RowCells): CheckedRow {
  const failed = (reason: string): CheckedRow => ({ line, cells, state: 'failed', reason });
  const number = readTrackingNumber(cells.tracking_number);
  if (kind === 'fulfilment' && cells.order_name === '') return failed('The order is missing');
  if (number.problem !== undefined) return failed(number.problem);
  const courier = cells.company === '' && kind !== 'fulfilment' ? { value: '' } : readCourier(cells.company);
  if (courier.problem !== undefined) return failed(courier.problem);
  const known = { ...cells, tracking_number: number.value, company: courier.value };
  const row = (more: Partial<RowCells>, state: 'waiting' | 'unchanged' = 'waiting', reason = ''): CheckedRow => ({
    ...{ line, state, reason },
    cells: { ...known, ...more },
  });
  if (kind === 'fulfilment') return row({});
  const status = readPaymentStatus(cells.payment_status);
  if (kind === 'payment-status') {
    if (status.problem !== undefined) return failed(status.problem);
    return status.value === ''
      ? failed('The payment status is missing: write PAID or UNPAID')
      : row({ payment_status: status.value });
  }
  const amount = readAmount(cells.amount);
  if (amount.problem !== undefined) return failed(amount.problem);
  const day = readDay(cells.paid_date);
  if (day.problem !== undefined) return failed(day.problem);
  const values = { amount: amount.value, paid_date: day.value };
  const unpaid = whyNotPaid(cells.payment_status, status);
  return unpaid ? row(values, 'unchanged', unpaid) : row({ ...values, payment_status: 'PAID' });
}

/** Statements list returned parcels and those still to be paid among the paid ones; their status says so, in many words. */
function whyNotPaid(written: string, status: Read<string>): string | undefined {
  if (status.problem === undefined && status.value === 'PAID') return undefined;
  if (written === '' || /^(?:deliver|dlv|ok\b)/i.test(written)) return undefined;
  if (/return|rto|rts|cancel/i.test(written)) return `Not paid: the statement says ${quoted(written)}`;
  return `Not paid yet: the statement says ${quoted(written)}`;
}

/** The same parcel twice in a file: what says the same again is nothing new, what says otherwise is done by neither. */
function withoutContradictions(kind: ImportKind, rows: CheckedRow[]): CheckedRow[] {
  const first = new Map<string, number>();
  const result = [...rows];
  for (const [at, row] of rows.entries()) {
    if (row.state !== 'waiting') continue;
    for (const key of keysOf(kind, row)) {
      const before = first.get(key);
      const earlier = before === undefined ? undefined : rows[before];
      if (before === undefined || !earlier) {
        first.set(key, at);
        continue;
      }
      if (saysTheSame(kind, earlier, row)) {
        result[at] = { ...row, state: 'unchanged', reason: `Line ${earlier.line} says the same` };
        break;
      }
      result[before] = { ...earlier, state: 'failed', reason: contradiction(kind, earlier, row) };
      result[at] = { ...row, state: 'failed', reason: contradiction(kind, row, earlier) };
    }
  }
  return result;
}

/** What stands in a file once at most. A number without a courier is the number at any courier. */
const keysOf = (kind: ImportKind, { cells }: CheckedRow): string[] =>
  kind === 'fulfilment'
    ? [`number ${cells.tracking_number}`, `order ${cells.order_name.replace(/^#/, '').toLowerCase()}`]
    : [`number ${cells.tracking_number} ${isCompany(cells.company) ? cells.company : ''}`];

function saysTheSame(kind: ImportKind, one: CheckedRow, other: CheckedRow): boolean {
  const fields: readonly ImportField[] =
    kind === 'fulfilment'
      ? ['tracking_number', 'company', 'order_name']
      : kind === 'payment-status'
        ? ['payment_status']
        : ['amount'];
  return fields.every((name) => one.cells[name].replace(/^#/, '') === other.cells[name].replace(/^#/, ''));
}

function contradiction(kind: ImportKind, row: CheckedRow, other: CheckedRow): string {
  const { tracking_number: number, order_name: order } = row.cells;
  if (kind === 'fulfilment')
    return number === other.cells.tracking_number
      ? `${number} stands in line ${other.line} too, for ${other.cells.order_name}`
      : `${order} stands in line ${other.line} too, with ${other.cells.tracking_number}`;
  const says = kind === 'payment-status' ? other.cells.payment_status : other.cells.amount || 'no amount';
  return `${number} stands in line ${other.line} too, with ${says}`;
}
