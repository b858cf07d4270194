import { isCompany } from '../values/companies.ts';
import { quoted } from '../values/sheet-values.ts';
import type { ImportKind } from './import-columns.ts';
import type { CheckedRow, RowCells } from './checked-row.ts';
import { isNoCharge, paymentReference, saysUnpaid } from './remittances.ts';

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
  /** What it says elsewhere against a payment, or empty. */
  readonly alsoSays: string;
  /** Which payment of the parcel the row of a statement is, or empty. */
  readonly payment: string;
  /** Rs that the row says are not paid: 0 for a payment, all of it for a returned parcel, or a deduction. */
  readonly takesBack: number;
};

/**
 * Finds the same parcel twice in a file. A row that repeats an earlier one changes nothing. Rows that contradict
 * each other all fail, also a payment and a row of a statement that takes it back. A courier may pay a parcel in parts: rows of
 * different payments are compared with the parcel only.
 */
export function contradictions(kind: ImportKind): {
  /** Compares a row with all earlier ones. `at`: its position. */
  compare(at: number, row: CheckedRow): void;
  /** What was found of the row at this position. */
  at(position: number): Found | undefined;
} {
  const found = new Map<number, Found>();
  /** The first rows of each number, or order: one with each courier and payment. */
  const firsts = new Map<string, readonly Seen[]>();
  const fail = (row: Seen, other: Seen): void => {
    if (row.takesBack === 0) found.set(row.at, { state: 'failed', reason: contradiction(kind, row, other) });
  };
  /** Whether the row repeats an earlier one. */
  const compareIn = (key: string, row: Seen): boolean => {
    const known = firsts.get(key) ?? [];
    const same = known.filter((one) => mayBeSame(one, row));
    firsts.set(key, withFirst(known, row));
    const against = same.filter((one) => contradict(one, row));
    for (const one of against) fail(one, row);
    if (against[0]) fail(row, against[0]);
    const earlier = same.find((one) => one.takesBack === 0);
    if (!earlier || against[0] || row.takesBack > 0) return false;
    found.set(row.at, { state: 'unchanged', reason: `Line ${earlier.line} says the same` });
    return true;
  };
  return {
    compare(at, row) {
      const seen = seenOf(kind, at, row);
      if (row.state !== 'waiting' && seen.takesBack === 0) return;
      for (const key of keysOf(kind, seen)) if (compareIn(key, seen)) return;
    },
    at: (position) => found.get(position),
  };
}

function seenOf(kind: ImportKind, at: number, { line, cells, alsoSays }: CheckedRow): Seen {
  const isFulfilment = kind === 'fulfilment';
  const amount = cells.amount || cells.cod_amount;
  const takesBack = kind === 'payment-statement' ? takenBack(cells) : 0;
  return {
    at,
    line,
    courier: isFulfilment ? '' : courierOf(cells.company),
    number: cells.tracking_number,
    order: isFulfilment ? cells.order_name : '',
    says: isFulfilment ? cells.company : kind === 'payment-status' || takesBack === all ? cells.payment_status : amount,
    alsoSays: isFulfilment ? '' : alsoSays,
    payment: kind === 'payment-statement' && takesBack === 0 ? paymentReference(cells) : '',
    takesBack,
  };
}

/** More than any amount. */
const all = Number.POSITIVE_INFINITY;

const takenBack = ({ payment_status: status, amount }: RowCells): number =>
  saysUnpaid(status) ? all : Math.max(0, -Number(amount));

/** More payments of one parcel are not compared with later rows. The import knows each of them again. */
const maxKept = 20;

/** The first row of each courier and payment, and the one of each courier that takes most back. */
function withFirst(known: readonly Seen[], row: Seen): readonly Seen[] {
  const isSameKind = (one: Seen): boolean =>
    one.courier === row.courier && one.payment === row.payment && one.takesBack > 0 === row.takesBack > 0;
  const first = known.find(isSameKind);
  if (!first) return known.length < maxKept ? [...known, row] : known;
  return known.map((one) => (one === first && row.takesBack > one.takesBack ? row : one));
}

/** All couriers that are not ours count as one, so that we keep few rows per number. */
const courierOf = (company: string): string => (company === '' || isCompany(company) ? company : 'other');

/** What may occur only once in a file. */
const keysOf = (kind: ImportKind, { number, order, says }: Seen): string[] =>
  kind === 'fulfilment' ? [`number ${number} ${says.toLowerCase()}`, `order ${bare(order).toLowerCase()}`] : [number];

/** Couriers may use the same number, but a number without a courier is the number at any of them. */
const mayBeSame = (one: Seen, other: Seen): boolean =>
  (one.courier === other.courier || one.courier === '' || other.courier === '') && !areTwoPayments(one, other);

const areTwoPayments = (one: Seen, other: Seen): boolean =>
  one.payment !== '' && other.payment !== '' && one.payment !== other.payment && one.alsoSays === other.alsoSays;

function contradict(one: Seen, other: Seen): boolean {
  const payments = [one, other].filter((row) => row.takesBack === 0);
  if (payments.length === 2) return !saysTheSame(one, other);
  return payments.some(({ says }) => isNoCharge(Math.max(one.takesBack, other.takesBack), Number(says)));
}

const saysTheSame = (one: Seen, other: Seen): boolean =>
  one.says === other.says &&
  one.alsoSays === other.alsoSays &&
  one.number === other.number &&
  bare(one.order) === bare(other.order);

const bare = (orderName: string): string => orderName.replace(/^#/, '');

function contradiction(kind: ImportKind, row: Seen, other: Seen): string {
  if (kind === 'fulfilment')
    return row.number === other.number
      ? `${row.number} is also on line ${other.line}, for ${other.order}`
      : `${row.order} is also on line ${other.line}, with ${other.number}`;
  return `${row.number} is also on line ${other.line}, ${paymentWords(kind, other)}`;
}

function paymentWords(kind: ImportKind, { says, alsoSays, takesBack }: Seen): string {
  if (alsoSays !== '') return `which also says ${quoted(alsoSays)}`;
  return kind === 'payment-status' ? `as ${says}` : `with ${takesBack === all ? quoted(says) : says || 'no amount'}`;
}
