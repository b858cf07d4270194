import * as z from 'zod';
import { cutText } from './cut-text.ts';
import { latinNumber } from './latin-digits.ts';
import { cleanCell, isAmbiguous, quoted, type CellResult } from './sheet-values.ts';

/** What a number field counts in. */
export type NumberUnit = 'rupees' | 'whole rupees' | 'grams' | 'pieces' | 'percent';

/** Longest text that a number is read from. */
export const maxNumberLength = 100;

const rupees = {
  before: /^(?:rs\.?|pkr|₨)\s*/i,
  after: /(?<!\s)\s*(?:\/[-=]|rs\.?|pkr|₨)$/i,
};

/** The unit as people write it before or after the number, and what to say of a text that is not a number. */
const units: Record<NumberUnit, { before?: RegExp; after?: RegExp; problem: string }> = {
  rupees: { ...rupees, problem: 'is not an amount. Write it like 2450 or 2,450.50' },
  'whole rupees': { ...rupees, problem: 'is not an amount. Write it like 2450 or 2,450' },
  grams: {
    after: /(?<!\s)\s*(?:g|gm|gms|gr|grams?)\.?$/i,
    problem: 'is not a weight. Write grams, like 500, or kilograms, like 1.5 kg',
  },
  pieces: { after: /(?<!\s)\s*(?:pcs?|pieces?)\.?$/i, problem: 'is not a number of pieces' },
  percent: { after: /(?<!\s)\s*%$/, problem: 'is not a percentage. Write it like 50' },
};

/**
 * The number that a person typed or pasted: `2450`, `Rs 2,450/-`, `1,25,000`, `۲۴۵۰`, `750 g`, `1.5 kg` (as grams),
 * `-5`, `1211.50`. An empty text is '', never 0. Anything else is a problem in words; no character is ignored. `1.500` is
 * a problem too: it is 1500 where a dot groups thousands, and 1.50 here.
 */
export function readNumber(text: string, unit: NumberUnit): CellResult<number | ''> {
  const written = latinNumber(cleanCell(text));
  if (written === '') return { value: '' };
  const { before, after, problem } = units[unit];
  const kilograms = unit === 'grams' ? /^(.*\d\.?)\s*(?:kgs?|kilos?|kilograms?)\.?$/i.exec(written)?.[1] : undefined;
  const bare = kilograms ?? written.replace(before ?? '', '').replace(after ?? '', '');
  const number = plainNumber(bare);
  const refused = (why: string): CellResult<never> => ({ problem: `${quoted(text.trim())} ${why}` });
  if (number === undefined) return refused(problem);
  const clearly = kilograms === undefined ? clearReadings(bare, unit) : undefined;
  if (clearly !== undefined) return refused(`is unclear. Write ${clearly}`);
  if (unit === 'rupees' && /\.\d{3}/.test(bare)) return refused('has more than two decimals. Write it like 2450.50');
  // 1.1 kg is 1100 g, and not 1100.0000000000002 g.
  return { value: kilograms === undefined ? number : Math.round(number * 1_000_000) / 1000 };
}

/** The same, or nothing while the text is empty or not a number. */
export function numberIn(text: string, unit: NumberUnit): number | undefined {
  const read = readNumber(text, unit);
  return read.problem !== undefined || read.value === '' ? undefined : read.value;
}

/** What a cell of a sheet keeps: the whole number, or the text as it was typed where it says anything else. */
export function cellNumber(text: string, unit: NumberUnit): number | string {
  const typed = text.trim();
  const value = numberIn(typed, unit);
  if (value !== undefined && Number.isInteger(value)) return value;
  return typed.length <= maxNumberLength ? typed : `${cutText(typed, maxNumberLength - 1)}…`;
}

/** A number, or the text that a person typed into a number field. `required`: what to say when there is none. */
export const typedNumber = (unit: NumberUnit, required: string) =>
  z.union([z.number(), z.string().max(maxNumberLength)], { error: required }).transform((given, context): number => {
    if (typeof given === 'number') return given;
    const read = readNumber(given, unit);
    if (read.problem === undefined && read.value !== '') return read.value;
    context.addIssue({ code: 'custom', message: read.problem ?? required });
    return z.NEVER;
  });

/** Couriers collect whole rupees: 0.50 and more is rounded up. */
export const roundedRupees = (amount: number): number => Math.floor(amount + 0.5);

/** Both readings of a number like `1.500`, each as we read it in one way only; undefined for other numbers. */
function clearReadings(bare: string, unit: NumberUnit): string | undefined {
  if (!isAmbiguous(bare)) return undefined;
  const thousands = bare.replace('.', '');
  if (unit === 'rupees') return `${thousands} or ${Number(bare).toFixed(2)}`;
  return unit === 'grams' ? `${thousands} g or ${bare} kg` : thousands;
}

/** Thousands in threes (`125,000`), or the subcontinent's lakhs (`1,25,000`); a space may replace the comma. */
const grouped = /^\d{1,3}(?:[, ]\d{2,3}){0,4}[, ]\d{3}(?:\.\d*)?$/;
const ungrouped = /^(?:\d{1,10}(?:\.\d*)?|\.\d+)$/;

function plainNumber(text: string): number | undefined {
  const digits = text.replace(/^-\s*/, '');
  if (!grouped.test(digits) && !ungrouped.test(digits)) return undefined;
  const value = Number(digits.replaceAll(/[, ]/g, ''));
  return digits === text ? value : -value;
}
