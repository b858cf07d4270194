import { normalisePhone } from '@courierdesk/contract/phones';
import { storableText } from '@courierdesk/contract/storable-text';
import * as z from 'zod';

/** A text with its blanks, for lists in which they belong to the spelling. */
export const TextAsWritten = z.string().transform(storableText);

/** A text that may come as a number, as null, or not at all. */
export const Text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : storableText(String(value)).trim()))
  .catch('');

/** A text that may be empty or null. A row without it has another format than we know. */
export const GivenText = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) => storableText(String(value ?? '')).trim());

/**
 * A list that may come as null, or not at all. PHP writes a list with gaps as an object with the places as keys, and some services
 * write a list of one as its only row.
 */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .optional()
    .transform((value) => rowsIn(value).flatMap((row) => readable(item, row)));

/** A list that proves something by what is not in it: undefined where there is none, and unreadable with a row that cannot be read. */
export const wholeListOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === null || isObject(value) ? rowsIn(value) : undefined), z.array(item).optional());

function rowsIn(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [];
  const rows: unknown[] = Object.values(value);
  return Array.isArray(value) || rows.every(isObject) ? rows : [value];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function readable<Item extends z.ZodType>(item: Item, row: unknown): z.output<Item>[] {
  const parsed = item.safeParse(row);
  return parsed.success ? [parsed.data] : [];
}

/** Whole rupees, or nothing when the text is no amount. */
export function rupees(text: string): number | undefined {
  const amount = Number(text.replaceAll(',', ''));
  return text === '' || !Number.isFinite(amount) ? undefined : Math.round(amount);
}

/** The mobile number, or nothing when the text holds none. */
export function mobile(text: string): string | undefined {
  const found = normalisePhone(text);
  return 'phone' in found ? found.phone : undefined;
}

export const isTrue = (text: string): boolean => ['true', '1', 'yes', 'y'].includes(text.toLowerCase());
