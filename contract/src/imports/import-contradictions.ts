import { isCompany } from '../values/companies.ts';
import type { ImportKind } from './import-columns.ts';
import type { CheckedRow } from './checked-row.ts';

type Found = Pick<CheckedRow, 'state' | 'reason'>;

/** What is kept of a row to compare later rows with: a file may have hundreds of thousands. */
type Seen = {
  readonly at: number;
  readonly line: number;
  /** Empty where the row names none, or where the courier makes no difference. */
  readonly courier: string;
  readonly number: string;
  readonly order: string;
  /** What the row says of the parcel: its payment status, its amount, or the courier of the order's parcel. */
  readonly says: string;
};

/**
 * Finds the same parcel twice in a file. A row that repeats an earlier one changes nothing. Rows that contradict
 * each other all fail.
 */
export function contradictions(kind: ImportKind): {
  /** Compares a row with all earlier ones. `at`: its position. */
  compare(at: number, row: CheckedRow): void;
  /** What was found of the row at this position. */
  at(position: number): Found | undefined;
} {
  const found = new Map<number, Found>();
  /** The first row of each number, or order; the first with each courier where there are several. */
  const firsts = new Map<string, Seen[]>();
  const compareIn = (key: string, row: Seen): boolean => {
    const known = firsts.get(key);
    if (!known) {
      firsts.set(key, [row]);
      return false;
    }
    const same = known.filter((one) => mayBeSame(one, row));
    if (!known.some((one) => one.courier === row.courier)) known.push(row);
    const [earlier] = same;
    if (!earlier) return false;
    const others = same.filter((one) => !saysTheSame(one, row));
    const [against] = others;
    if (!against) {
      found.set(row.at, { state: 'unchanged', reason: `Line ${earlier.line} says the same` });
      return true;
    }
    for (const one of others) found.set(one.at, { state: 'failed', reason: contradiction(kind, one, row) });
    found.set(row.at, { state: 'failed', reason: contradiction(kind, row, against) });
    return false;
  };
  return {
    compare(at, row) {
      const seen = seenOf(kind, at, row);
      for (const key of keysOf(kind, seen)) if (compareIn(key, seen)) return;
    },
    at: (position) => found.get(position),
  };
}

function seenOf(kind: ImportKind, at: number, { line, cells }: CheckedRow): Seen {
  const isFulfilment = kind === 'fulfilment';
  return {
    at,
    line,
    courier: isFulfilment ? '' : courierOf(cells.company),
    number: cells.tracking_number,
    order: isFulfilment ? cells.order_name : '',
    says: isFulfilment
      ? cells.company
      : kind === 'payment-status'
        ? cells.payment_status
        : cells.amount || cells.cod_amount,
  };
}

/** All couriers that are not ours count as one, so that we keep few rows per number. */
const courierOf = (company: string): string => (company === '' || isCompany(company) ? company : 'other');

/** What may occur only once in a file. */
const keysOf = (kind: ImportKind, { number, order }: Seen): string[] =>
  kind === 'fulfilment' ? [`number ${number}`, `order ${bare(order).toLowerCase()}`] : [number];

/** Couriers may use the same number, but a number without a courier is the number at any of them. */
const mayBeSame = (one: Seen, other: Seen): boolean =>
  one.courier === other.courier || one.courier === '' || other.courier === '';

const saysTheSame = (one: Seen, other: Seen): boolean =>
  one.says === other.says && one.number === other.number && bare(one.order) === bare(other.order);

const bare = (orderName: string): string => orderName.replace(/^#/, '');

function contradiction(kind: ImportKind, row: Seen, other: Seen): string {
  if (kind === 'fulfilment')
    return row.number === other.number
      ? `${row.number} is also on line ${other.line}, for ${other.order}`
      : `${row.order} is also on line ${other.line}, with ${other.number}`;
  return `${row.number} is also on line ${other.line}, ${kind === 'payment-status' ? `as ${other.says}` : `with ${other.says || 'no amount'}`}`;
}
