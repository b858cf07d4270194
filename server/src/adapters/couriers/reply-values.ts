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

/** A list that may come as null, as something else, or not at all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((rows) => (rows ?? []).flatMap((row) => readable(item, row)));

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
