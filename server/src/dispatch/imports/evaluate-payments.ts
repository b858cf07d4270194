import { courierName } from '@courierdesk/contract/companies';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import { dayOf } from '@courierdesk/contract/dates';
import { addMoney, formatRupees, subtractMoney } from '@courierdesk/contract/money';
import { isDeduction, isNoCharge, paymentReference, whyNotPaid } from '@courierdesk/contract/remittances';
import { quoted } from '@courierdesk/contract/sheet-values';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { Outcome, WaitingRow } from './outcome.ts';

/**
 * What payment rows mean for the parcels of the shop as they are now. `company`: the courier of a statement, or
 * empty.
 */
export async function evaluatePayments(
  trx: Db,
  shopId: string,
  file: PaymentFile,
  rows: readonly WaitingRow[],
): Promise<Outcome[]> {
  const numbers = rows.map((row) => row.cells.tracking_number);
  const hits = await parcelsByNumber(trx, shopId, numbers);
  const missing = numbers.filter((number) => !hits.has(number));
  const longer = await numbersWithZeros(trx, shopId, missing);
  return rows.map((row) => {
    const { tracking_number: number } = row.cells;
    const found = hits.get(number)?.map((hit) => ({ ...hit, ...file.earlier.get(hit.id) }));
    if (file.kind === 'payment-statement' && isDeduction(row.cells)) return evaluateDeduction(file, row, found ?? []);
    if (found) return remembered(file, evaluate(file, row, found));
    return { position: row.position, state: 'failed', reason: notFoundReason(number, longer.get(number)) };
  });
}

const notFoundReason = (number: string, withZeros: string | undefined): string =>
  withZeros === undefined
    ? `No parcel has the tracking number ${number}`
    : `No parcel has the tracking number ${number}, but one has ${withZeros}. The spreadsheet may have dropped the zeros: make the column text`;

const maxZeros = 4;

/** Numbers of parcels that differ from these only by zeros at the beginning. */
async function numbersWithZeros(
  trx: Db,
  shopId: string,
  missing: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const candidates = missing
    .filter((number) => /^\d+$/.test(number))
    .flatMap((number) =>
      Array.from({ length: maxZeros }, (_, index) => ({ number, padded: `${'0'.repeat(index + 1)}${number}` })),
    );
  const padded = candidates.map((one) => one.padded);
  const found = await parcelsByNumber(trx, shopId, padded);
  return new Map(candidates.filter((one) => found.has(one.padded)).map((one) => [one.number, one.padded]));
}

export type PaymentFile = {
  readonly kind: ImportKind;
  readonly company: string;
  readonly includesContradicting: boolean;
  readonly now: Date;
  /** What rows that were evaluated before changed, by id of the parcel: a statement may pay a parcel in parts. */
  readonly earlier: Map<string, Paid>;
};

type Paid = Pick<Hit, 'payment_status' | 'paid_before' | 'payment_references'>;

type Hit = {
  readonly id: string;
  readonly tracking_number: string;
  readonly company: string;
  readonly order_name: string;
  readonly payment_status: string;
  readonly status: string;
  readonly final: boolean;
  readonly cod: string;
  /** What payments with these references paid, in rupees; null without any. */
  readonly paid_before: string | null;
  readonly payment_references: readonly string[];
  /** `2026-11-05`, in Pakistan; null for a parcel that was booked elsewhere. */
  readonly booked_on: string | null;
};

async function parcelsByNumber(trx: Db, shopId: string, numbers: readonly string[]): Promise<Map<string, Hit[]>> {
  if (numbers.length === 0) return new Map();
  const found = await sql<Hit>`
    select s.id, s.tracking_number, s.company, s.order_name, s.payment_status, s.status, s.final, s.cod, s.payment_references,
      case when s.payment_references <> '{}' then s.paid_amount end as paid_before,
      case when s.origin = 'booked' then to_char(s.booked_day, 'YYYY-MM-DD') end as booked_on
    from unnest(${[...numbers]}::text[]) as given(number)
    join shipment s on s.shop_id = ${shopId} and s.tracking_number = given.number`.execute(trx);
  const byNumber = new Map<string, Hit[]>();
  const seen = new Set<string>();
  for (const hit of found.rows) {
    if (seen.has(hit.id)) continue;
    seen.add(hit.id);
    const same = byNumber.get(hit.tracking_number);
    if (same) same.push(hit);
    else byNumber.set(hit.tracking_number, [hit]);
  }
  return byNumber;
}

function evaluate(
  { kind, company: ofStatement, now }: PaymentFile,
  { position, cells, alsoSays }: WaitingRow,
  hits: readonly Hit[],
): Outcome {
  const company = cells.company || ofStatement;
  const failed = (reason: string): Outcome => ({ position, state: 'failed', reason });
  const number = cells.tracking_number;
  const fitting = hitsOf(company, hits);
  const [hit, second] = fitting;
  if (!hit) return failed(`${number} was booked with ${couriersOf(hits)}, not ${courierName(company)}`);
  if (second) return failed(`${number} belongs to ${ordersOf(fitting)}. Add the courier`);
  const statement = kind === 'payment-statement';
  const notPaid = statement ? whyNotPaid(hit.company, cells, dayOf(now, 'Asia/Karachi')) : undefined;
  if (notPaid) return { position, state: 'unchanged', reason: notPaid };
  const wanted = statement ? 'PAID' : cells.payment_status;
  const unpaid = wanted === 'UNPAID';
  const isPart = statement && isFurtherPayment(hit, cells);
  const before = unpaid ? null : hit.paid_before;
  const amount = isPart && before !== null ? addMoney(before, cells.amount) : (before ?? cells.amount);
  const { differs, words } = comparedWithCod({ ...cells, amount }, hit.cod);
  if (hit.payment_status === wanted && !isPart) {
    const reason = [unpaid ? 'Already unpaid' : 'Already paid', words].filter(Boolean).join('. ');
    return { position, state: 'unchanged', reason, shipmentId: hit.id, differs };
  }
  const parts = isPart && `${formatRupees(amount)} with what was paid before`;
  const reference = statement ? paymentReference(cells) : '';
  const contradiction = contradictionOf(hit, unpaid ? undefined : kind, { cells: { ...cells, amount }, alsoSays });
  return {
    ...{ position, state: 'changed', shipmentId: hit.id, unpaid, differs },
    reason: [contradiction, parts, words].filter(Boolean).join('. '),
    contradicting: contradiction !== undefined,
    // A file without amounts says that the COD was received.
    received: amount || cells.cod_amount || hit.cod,
    paymentReferences: [...(unpaid ? [] : hit.payment_references), reference].filter(Boolean),
    cod: isPart ? 0 : Math.round(Number(hit.cod)),
  };
}

function remembered({ earlier, includesContradicting }: PaymentFile, outcome: Outcome): Outcome {
  const { shipmentId, state, unpaid, contradicting, received = '0', paymentReferences = [] } = outcome;
  if (shipmentId && state === 'changed' && !unpaid && (!contradicting || includesContradicting))
    earlier.set(shipmentId, {
      payment_status: 'PAID',
      paid_before: paymentReferences.length > 0 ? received : null,
      payment_references: paymentReferences,
    });
  return outcome;
}

/** PostEx pays a part of the COD ahead: this is another payment for the parcel, of what is still open or less. */
function isFurtherPayment(
  { paid_before: before, payment_references: known, cod }: Hit,
  cells: WaitingRow['cells'],
): boolean {
  const reference = paymentReference(cells);
  if (before === null || reference === '' || known.includes(reference)) return false;
  return Number(cells.amount) > 0 && Number(addMoney(before, cells.amount)) <= Number(cod);
}

/** A person decides whether a recorded payment was taken back. */
function evaluateDeduction(
  { company: ofStatement }: PaymentFile,
  { position, cells }: WaitingRow,
  hits: readonly Hit[],
): Outcome {
  const company = cells.company || ofStatement;
  const deducted = -Number(cells.amount);
  const [hit, second] = hitsOf(company, hits).filter(
    ({ payment_status: status, cod }) => status === 'PAID' && Number(cod) > 0 && isNoCharge(deducted, Number(cod)),
  );
  if (!hit || second) return { position, state: 'unchanged', reason: whyNotPaid(company, cells) ?? '' };
  const reason = `The courier takes back ${formatRupees(deducted)} of a paid parcel`;
  return { position, state: 'changed', reason, shipmentId: hit.id, unpaid: true, contradicting: true };
}

/** How a row contradicts what we know of the parcel. `kind`: of the file, if the row says that the parcel is paid. */
function contradictionOf(
  { status, final, cod, booked_on: bookedOn }: Hit,
  kind: ImportKind | undefined,
  { cells, alsoSays }: Pick<WaitingRow, 'cells' | 'alsoSays'>,
): string | undefined {
  if (status === 'CANCELLED') return 'Cancelled parcel';
  if (kind === undefined) return undefined;
  if (alsoSays !== '') return `The file also says ${quoted(alsoSays)}`;
  if (status === 'RTS') return final ? 'Returned parcel' : 'Parcel on its way back';
  if (kind !== 'payment-statement') return undefined;
  if (status !== 'DELIVERED') return 'Not delivered, as far as we know';
  // Day and month may be the other way round, or the courier used the number before.
  if (bookedOn !== null && cells.paid_date !== '' && cells.paid_date < bookedOn)
    return `Paid on ${cells.paid_date}, before it was booked on ${bookedOn}`;
  const amount = cells.amount || cells.cod_amount;
  if (amount === '') return undefined;
  const [paid, due] = [Number(amount), Number(cod)];
  return paid < due * leastShare || paid > due * largestShare ? 'Amount far from the COD' : undefined;
}

/** Couriers may deduct their charges. A payment of another share of the COD is rather for something else. */
const leastShare = 0.5;
const largestShare = 1.5;

/**
 * `Rs 200 less than the COD of Rs 2,450`: what was paid. What the file says was to be collected is compared on its own: it
 * differs if the COD changed after the booking.
 */
function comparedWithCod(
  { amount, cod_amount: codOfFile }: WaitingRow['cells'],
  cod: string,
): { differs: boolean; words: string } {
  const words = [differenceWords(amount, cod)];
  if (codOfFile !== '' && Number(codOfFile) !== Number(cod))
    words.push(`The COD is ${formatRupees(codOfFile)} in the file and ${formatRupees(cod)} here`);
  const said = words.filter(Boolean).join('. ');
  return { differs: said !== '', words: said };
}

function differenceWords(paid: string, cod: string): string {
  const difference = paid === '' ? '0' : subtractMoney(paid, cod);
  if (Number(difference) === 0) return '';
  const way = difference.startsWith('-') ? 'less' : 'more';
  return `${formatRupees(difference.replace('-', ''))} ${way} than the COD of ${formatRupees(cod)}`;
}

const hitsOf = (company: string, hits: readonly Hit[]): readonly Hit[] =>
  company ? hits.filter((hit) => isSameCourier(hit.company, company)) : hits;

const isSameCourier = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const couriersOf = (hits: readonly Hit[]): string =>
  [...new Set(hits.map((hit) => courierName(hit.company)))].join(' and ');

const ordersOf = (hits: readonly Hit[]): string =>
  hits.map((hit) => `${hit.order_name} (${courierName(hit.company)})`).join(' and ');
