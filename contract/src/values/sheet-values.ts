import { cutText } from './cut-text.ts';
import { latinNumber, withLatinDigits } from './latin-digits.ts';
import { canonicalMoney, type Money } from './money.ts';
import { plainText } from './plain-text.ts';
import type { PaymentStatus } from './statuses.ts';

/** A cell that could be read, or what is wrong with it in a sentence. */
export type CellResult<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string };

/** What most cells are: nothing to clean in them. */
const clean = /^(?!['=])[!-~]*$/;
/** Spaces within a line. A line break separates two values, which must not be read as one. */
const spaces = /[^\S\r\n\u2028\u2029]+/g;

/** A cell without what spreadsheets and copying leave on it: outer and hard spaces, invisible marks, `="…"`, `'…`. */
export function cleanCell(cell: unknown): string {
  if (typeof cell !== 'string') return typeof cell === 'number' ? String(cell) : '';
  if (clean.test(cell)) return cell;
  const trimmed = plainText(cell).trim();
  const formula = /^="(.*)"$/s.exec(trimmed)?.[1];
  return (formula ?? trimmed.replace(/^'(?=\S)/, '')).trim();
}

/** `le 750 012` -> `LE750012`, `779,412,300,021` and `=779412300021` -> `779412300021`. Says so when a spreadsheet has cut the number. */
export function readTrackingNumber(cell: string): CellResult<string> {
  if (cell === '') return { problem: 'The tracking number is missing' };
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell))
    return { problem: `The spreadsheet cut this number to ${cell}: make the column text and fill it in again` };
  const number = withLatinDigits(cell)
    .replace(spaces, '')
    .replace(/^=(?=\d+$)/, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^\d{1,3}(?:,\d{3})+$/, (grouped) => grouped.replaceAll(',', ''))
    .toUpperCase();
  if (!/^(?=.*\d)[A-Z0-9][A-Z0-9/_.-]{3,49}$/.test(number)) return { problem: `${quoted(cell)} is no tracking number` };
  return { value: number };
}

const paidWords = new Set(['paid', 'yes', 'y', 'true', '1', 'received', 'settled', 'cleared', 'remitted', 'paidout']);
const unpaidWords = new Set([
  ...['unpaid', 'notpaid', 'no', 'n', 'false', '0', 'pending', 'due', 'notreceived', 'unsettled', 'outstanding'],
]);

/** Empty is nothing; a word that is neither is a problem. */
export function readPaymentStatus(cell: string): CellResult<PaymentStatus | ''> {
  // Letters of other scripts stay: they may say “not”.
  const word = /[\r\n]/.test(cell) ? '' : cell.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  if (cell === '') return { value: '' };
  if (paidWords.has(word)) return { value: 'PAID' };
  if (unpaidWords.has(word)) return { value: 'UNPAID' };
  return { problem: `${quoted(cell)} is neither PAID nor UNPAID` };
}

/** `1.500`: 1500 where a dot groups thousands, and 1.5 where it is decimal. `0.500`, `1500.000` have one reading. */
export const isAmbiguous = (number: string): boolean => /^-?[1-9]\d{0,2}\.\d{3}$/.test(number);

/** `Rs 2,450.00/-`, `PKR 2450`, `₨2450`, `(200)`, `-200`. Empty is nothing. */
export function readAmount(cell: string): CellResult<Money> {
  if (cell === '' || cell === '-') return { value: '' };
  const written = latinNumber(cell).replace(spaces, '');
  const bracketed = /^\((.*)\)$/.exec(written)?.[1];
  const bare = (bracketed ?? written)
    .replace(/^(-?)(?:rs\.?|pkr\.?|₨)/i, '$1')
    .replace(/\/[-=]$/, '')
    .replace(/(?:rs\.?|pkr\.?)$/i, '');
  const digits = bare.replace(/^-/, '');
  // Thousands in threes, or the subcontinent's lakhs (1,25,000).
  const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(digits);
  const amount = grouped ? digits.replaceAll(',', '') : digits;
  if (!/^\d{1,10}(?:\.\d+)?$/.test(amount)) return { problem: `${quoted(cell)} is no amount` };
  if (isAmbiguous(amount))
    return { problem: `${quoted(cell)} could mean ${amount.replace('.', '')} or ${Number(amount).toFixed(2)}` };
  const negative = bracketed !== undefined || bare.startsWith('-');
  return { value: canonicalMoney(negative ? `-${amount}` : amount) };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A calendar day, `2026-11-05`, from the forms that Pakistani files use: day before month (`05/11/2026`, `5-11-26`,
 * `05.11.2026`), `05-Nov-26`, `5 November 2026`, `Nov 5, 2026`, ISO, with or without a time, or a spreadsheet's day number.
 */
export function readDay(cell: string): CellResult<string> {
  const text = withLatinDigits(cell).trim();
  const none = /^(?:0{4}-0{2}-0{2}.*|-|n\/?a|null)?$/i.test(text);
  if (none) return { value: '' };
  const date = dayIn(
    text.replace(/(?<![T\s])[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i, ''),
  );
  return date ? { value: date } : { problem: `${quoted(cell)} is no date: write day/month/year` };
}

function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(text);
  if (dayFirst) return day(yearOf(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  const named = /^(\d{1,2})[-/. ]*([a-z]{3,9})\.?[-/., ]*(\d{2}|\d{4})$/i.exec(text);
  if (named) return day(yearOf(named[3]), monthOf(named[2]), Number(named[1]));
  const american = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  if (american) return day(yearOf(american[3]), monthOf(american[1]), Number(american[2]));
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(text);
  if (serial) return new Date(Date.UTC(1899, 11, 30) + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10);
  return undefined;
}

const yearOf = (text: string | undefined): number => (text?.length === 2 ? 2000 + Number(text) : Number(text));

const monthOf = (name: string | undefined): number => months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;

function day(year: number, month: number, date: number): string | undefined {
  if (year < 2000 || year > 2100 || month < 1 || month > 12) return undefined;
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : undefined;
}

/** Words of a file as a sentence quotes them: on one line, and not too long. */
export function quoted(cell: string): string {
  const line = cell.replace(/\s+/g, ' ');
  return `“${line.length > 40 ? `${cutText(line, 39)}…` : line}”`;
}
