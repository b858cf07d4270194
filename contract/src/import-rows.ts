import { companies, isCompany } from './companies.ts';
import type { ImportField, ImportKind } from './import-columns.ts';
import { whyNotPaid } from './remittances.ts';
import { cleanCell, readAmount, readCourier, readDay, readPaymentStatus, readTrackingNumber } from './sheet-values.ts';

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

/**
 * Checks the rows of a whole file, also against each other. Rows of a statement that sum it up are left out. `company`:
 * the courier of a statement, or empty.
 */
export function checkRows(kind: ImportKind, rows: readonly RawRow[], company: string): CheckedRow[] {
  const checked: CheckedRow[] = [];
  for (const [index, raw] of rows.entries()) {
    const cells = cellsOf(raw);
    if (isEmpty(cells) || (kind === 'payment-statement' && isSum(cells))) continue;
    const line = raw.line ?? index + 1;
    checked.push(raw.extra_cells ? tornRow(line, cells, raw.extra_cells) : checkRow(kind, line, cells, company));
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

function checkRow(kind: ImportKind, line: number, cells: RowCells, company: string): CheckedRow {
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
  if (kind === 'payment-status') {
    const status = readPaymentStatus(cells.payment_status);
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
  const unpaid = whyNotPaid(known.company || company, { ...known, ...values });
  return unpaid ? row(values, 'unchanged', unpaid) : row({ ...values, payment_status: 'PAID' });
}

/** The same parcel twice in a file: what says the same again is nothing new, what says otherwise is done by neither. */
function withoutContradictions(kind: ImportKind, rows: CheckedRow[]): CheckedRow[] {
  const first = new Map<string, { at: number; row: CheckedRow }>();
  const result = [...rows];
  for (const [at, row] of rows.entries()) {
    if (row.state !== 'waiting') continue;
    for (const { key, others } of placesOf(kind, row)) {
      const before = [key, ...others].flatMap((one) => first.get(one) ?? []);
      if (!first.has(key)) first.set(key, { at, row });
      const [earlier] = before;
      if (!earlier) continue;
      const otherwise = before.filter((one) => !saysTheSame(kind, one.row, row));
      if (otherwise.length === 0) {
        result[at] = { ...row, state: 'unchanged', reason: `Line ${earlier.row.line} says the same` };
        break;
      }
      for (const one of otherwise) {
        result[one.at] = { ...one.row, state: 'failed', reason: contradiction(kind, one.row, row) };
        result[at] = { ...row, state: 'failed', reason: contradiction(kind, row, one.row) };
      }
    }
  }
  return result;
}

/** What stands in a file once at most, and under which other keys it may stand already. */
type Place = { readonly key: string; readonly others: readonly string[] };

/** Couriers may use the same number, but a number without a courier is the number at any of them. */
function placesOf(kind: ImportKind, { cells }: CheckedRow): Place[] {
  const number = `number ${cells.tracking_number}`;
  if (kind === 'fulfilment')
    return [number, `order ${cells.order_name.replace(/^#/, '').toLowerCase()}`].map((key) => ({ key, others: [] }));
  if (cells.company === '') return [{ key: number, others: couriers.map((courier) => `${number} ${courier}`) }];
  return [{ key: `${number} ${isCompany(cells.company) ? cells.company : foreign}`, others: [number] }];
}

/** Companies that are not ours are one, so that the keys of a number stay few. */
const foreign = 'other';
const couriers = [...companies, foreign];

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
