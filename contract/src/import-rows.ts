import { isCompany } from './companies.ts';
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

/** Stretches of the rows of a file: from the first up to the one before the last. */
export type Part = readonly [from: number, to: number];

/** The checks of a file. First every part is looked at, then every part is checked: nothing is held of rows that are well. */
export interface FileCheck {
  look(part: Part): void;
  /** Rows that are not left out. Known when every part was looked at. */
  total(): number;
  checked(part: Part): CheckedRow[];
}

/**
 * Checks the rows of a whole file, also against each other. Empty rows, and rows of a statement that sum it up, are left
 * out. `company`: the courier of a statement, or empty.
 */
export function fileCheck(kind: ImportKind, rows: readonly RawRow[], company: string): FileCheck {
  const rowAt = (at: number): CheckedRow | undefined => {
    const raw = rows[at];
    const cells = raw && cellsOf(raw);
    if (!cells || isEmpty(cells) || (kind === 'payment-statement' && isSum(cells))) return undefined;
    const line = raw.line ?? at + 1;
    return raw.extra_cells ? tornRow(line, cells, raw.extra_cells) : checkRow(kind, line, cells, company);
  };
  const contradictions = fileContradictions(kind, rowAt);
  let total = 0;
  return {
    look([from, to]) {
      for (let at = from; at < Math.min(to, rows.length); at += 1) {
        const row = rowAt(at);
        if (row) total += 1;
        if (row?.state === 'waiting') contradictions.look(at, row);
      }
    },
    total: () => total,
    checked([from, to]) {
      const checked: CheckedRow[] = [];
      for (let at = from; at < Math.min(to, rows.length); at += 1) {
        const row = rowAt(at);
        const found = contradictions.found.get(at);
        if (row) checked.push(found ? { ...row, ...found } : row);
      }
      return checked;
    },
  };
}

/** All rows of a file at once. */
export function checkRows(kind: ImportKind, rows: readonly RawRow[], company: string): CheckedRow[] {
  const check = fileCheck(kind, rows, company);
  const whole: Part = [0, rows.length];
  check.look(whole);
  return check.checked(whole);
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

function isEmpty(cells: RowCells): boolean {
  for (const name in cells) if (cells[name as ImportField] !== '') return false;
  return true;
}

const isSum = ({ tracking_number: number }: RowCells): boolean =>
  /^(?:grand |sub[ -]?)?total|^net payable/i.test(number);

function checkRow(kind: ImportKind, line: number, cells: RowCells, company: string): CheckedRow {
  const failed = (reason: string): CheckedRow => ({ line, cells, state: 'failed', reason });
  const number = readTrackingNumber(cells.tracking_number);
  if (kind === 'fulfilment' && cells.order_name === '') return failed('The order is missing');
  if (number.problem !== undefined) return failed(number.problem);
  const named = cells.company === '' && kind !== 'fulfilment' ? { value: '' } : readCourier(cells.company);
  if (named.problem !== undefined) return failed(named.problem);
  const known = { tracking_number: number.value, company: named.value };
  const waiting = (more?: Partial<RowCells>): CheckedRow => ({
    line,
    cells: { ...cells, ...known, ...more },
    state: 'waiting',
    reason: '',
  });
  if (kind === 'fulfilment') return waiting();
  if (kind === 'payment-status') {
    const status = readPaymentStatus(cells.payment_status);
    if (status.problem !== undefined) return failed(status.problem);
    return status.value === ''
      ? failed('The payment status is missing: write PAID or UNPAID')
      : waiting({ payment_status: status.value });
  }
  const amount = readAmount(cells.amount);
  if (amount.problem !== undefined) return failed(amount.problem);
  const day = readDay(cells.paid_date);
  if (day.problem !== undefined) return failed(day.problem);
  const values = { amount: amount.value, paid_date: day.value };
  const courier = known.company || company;
  const unpaid = whyNotPaid(courier, { ...cells, ...known, ...values });
  // Whose words they are is known with the parcel: until then they stay as they are written.
  if (!unpaid) return waiting(courier === '' ? values : { ...values, payment_status: 'PAID' });
  return { line, cells: { ...cells, ...known, ...values }, state: 'unchanged', reason: unpaid };
}

type Found = Pick<CheckedRow, 'state' | 'reason'>;

/** The same parcel twice in a file: what says the same again is nothing new, what says otherwise is done by neither. */
function fileContradictions(kind: ImportKind, rowAt: (at: number) => CheckedRow | undefined) {
  const found = new Map<number, Found>();
  /** Where a number, or an order, stands first; with each courier if it stands with several. */
  const first = new Map<string, number[]>();
  const look = (at: number, row: CheckedRow): void => {
    for (const place of placesOf(kind, row)) {
      const places = first.get(place);
      if (!places) {
        first.set(place, [at]);
        continue;
      }
      const known = places.flatMap((one) => {
        const there = rowAt(one);
        return there ? [{ at: one, row: there }] : [];
      });
      const before = known.filter((one) => mayBeSame(kind, one.row, row));
      if (!known.some((one) => courierOf(kind, one.row) === courierOf(kind, row))) places.push(at);
      const [earlier] = before;
      if (!earlier) continue;
      const otherwise = before.filter((one) => !saysTheSame(kind, one.row, row));
      const [against] = otherwise;
      if (!against) {
        found.set(at, { state: 'unchanged', reason: `Line ${earlier.row.line} says the same` });
        break;
      }
      for (const one of otherwise) found.set(one.at, { state: 'failed', reason: contradiction(kind, one.row, row) });
      found.set(at, { state: 'failed', reason: contradiction(kind, row, against.row) });
    }
  };
  return { found, look };
}

/** What stands in a file once at most. */
const placesOf = (kind: ImportKind, { cells }: CheckedRow): string[] =>
  kind === 'fulfilment'
    ? [`number ${cells.tracking_number}`, `order ${cells.order_name.replace(/^#/, '').toLowerCase()}`]
    : [cells.tracking_number];

/** Couriers may use the same number, but a number without a courier is the number at any of them. */
function mayBeSame(kind: ImportKind, one: CheckedRow, other: CheckedRow): boolean {
  const [first, second] = [courierOf(kind, one), courierOf(kind, other)];
  return first === second || first === '' || second === '';
}

/** Companies that are not ours are one, so that a number stands first in few places. */
const courierOf = (kind: ImportKind, { cells: { company } }: CheckedRow): string =>
  kind === 'fulfilment' || company === '' ? '' : isCompany(company) ? company : 'other';

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
