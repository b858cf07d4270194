import { courierName, isCompany, type Company } from '../values/companies.ts';
import type { ImportField } from './import-columns.ts';
import { quoted, readPaymentStatus } from '../values/sheet-values.ts';

/** What a courier's statement says about a parcel with a paid COD. */
type Remittance = {
  /** The status alone is enough. */
  readonly isPaid: (status: string) => boolean;
  /** "Delivered", or no status at all, says so in a row that has the date or the number of a payment. */
  readonly byPayment: boolean;
  /** Not even the right status says so in a row without the number of a payment. */
  readonly needsNumber: boolean;
};

function saysPaid(status: string): boolean {
  const read = readPaymentStatus(status);
  return read.problem === undefined && read.value === 'PAID';
}

/** Reports of delivery have the same numbers and amounts as statements, and "Delivered" is not paid yet. */
const anyStatement: Remittance = { isPaid: saysPaid, byPayment: true, needsNumber: false };

/** Source: docs/contracts, "Payments". */
const remittances: Record<Company, Remittance> = {
  /** `status` is "Paid" and `invoice_cheque_no` is filled; everything else is not remitted. */
  LEOPARD: { isPaid: (status) => /^paid$/i.test(status), byPayment: false, needsNumber: true },
  /** `RRStatus` tells of delivery (`D-DELIVERED`), the number or date of a payment tells of money. */
  MNP: anyStatement,
  /** `settle` is true, or the payout's receipt (CPR) or its date is there. */
  POSTEX: anyStatement,
  /** `payment status` is Y. A payment invoice has only the invoice's number, which proves no payment. */
  TCS: anyStatement,
};

const deliveredWords = new Set(['delivered', 'ddelivered', 'shipmentdelivered', 'dlv', 'dlvd', 'ok']);

const isDelivered = (status: string): boolean =>
  deliveredWords.has(status.toLowerCase().replace(/[^\p{L}\p{M}]/gu, ''));

const contraryWords =
  /\b(?:un-?paid|pending|un-?settled|outstanding|un-?delivered|return(?:s|ed|ing)?|rts|rto|cancel+ed|refused|not (?:yet )?(?:paid|settled|received|delivered|remitted))\b|^ro$/i;

/** TCS' word for a returned parcel. `Rs` is the currency. */
const returnedAtTcs = 'RS';

/** A status is short. A longer text may contain these words and say something else. */
const maxStatusWords = 5;

/** Whether a cell of any column, or a title, says that a parcel is not paid or came back. */
export const speaksAgainstPayment = (cell: string): boolean =>
  cell === returnedAtTcs ||
  (cell.length <= 40 && contraryWords.test(cell) && cell.split(/\s+/).length <= maxStatusWords);

const saysReturned = (status: string): boolean => /return|rto|rts|cancel/i.test(status);

/** Whether the status of a row says that its parcel is not paid or came back. "Delivered" and no status say neither. */
export function saysUnpaid(status: string): boolean {
  const read = readPaymentStatus(status);
  return (
    saysReturned(status) || speaksAgainstPayment(status) || (read.problem === undefined && read.value === 'UNPAID')
  );
}

type Amount = Pick<Readonly<Record<ImportField, string>>, 'amount'>;

/** Charges, or a payment that the courier takes back. */
export const isDeduction = ({ amount }: Amount): boolean => amount.startsWith('-');

/** Couriers deduct their charges from a payment in rows of their own. What takes away half of it, or more, is no charge. */
export const isNoCharge = (deducted: number, payment: number): boolean => deducted >= payment * 0.5;

/**
 * Why a row of a statement marks nothing as paid, or nothing when it does: statements also list returned parcels, parcels
 * still to be paid, and what was deducted. `company`: the courier of the statement, or empty. `today`: a later payment is still to
 * come; left out where the day is not known.
 */
export function whyNotPaid(
  company: string,
  cells: Readonly<Record<ImportField, string>>,
  today?: string,
): string | undefined {
  const { payment_status: status } = cells;
  if (isDeduction(cells)) return 'Not paid: the amount is a deduction, not a payment';
  if (saysReturned(status)) return `Not paid: the statement says ${quoted(status)}`;
  if (today !== undefined && cells.paid_date > today) return `Not paid yet: the payment date is ${cells.paid_date}`;
  const { isPaid, byPayment, needsNumber } = isCompany(company) ? remittances[company] : anyStatement;
  const hasNumber = isPaymentNumber(cells.reference);
  const says = status === '' ? 'the statement has no status' : `the statement says ${quoted(status)}`;
  if (isPaid(status))
    return needsNumber && !hasNumber ? `Not paid yet: ${says}, but has no number of a payment` : undefined;
  const isOpen = status === '' || isDelivered(status);
  if (!isOpen) return `Not paid yet: ${says}`;
  if (!byPayment) return `Not paid yet: ${says}. ${courierName(company)} writes “Paid” for a paid parcel`;
  return hasNumber || cells.paid_date !== '' ? undefined : `Not paid yet: ${says}, and no date or number of a payment`;
}

/** A word such as “Pending”, or zeros, in the column for the payment's number is none. */
const isPaymentNumber = (cell: string): boolean => /[1-9]/.test(cell);

/** How a payment is known again: by its number, or else by its date. Empty if it has neither. */
export const paymentReference = ({ reference, paid_date: date }: Readonly<Record<ImportField, string>>): string =>
  isPaymentNumber(reference) ? reference.toLowerCase() : date;
