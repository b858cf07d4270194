import * as z from 'zod';
import { CourierName, companies, companyName } from '../values/companies.ts';
import { ShipmentStatus } from '../values/statuses.ts';

/** A form sends a filter that is not set as an empty text. */
export const filter = <Value extends z.ZodType>(value: Value) => z.preprocess(unlessEmpty, value.optional());

/** One of a few words, in any letter case. */
export const inAnyCase = <Value extends z.ZodType>(value: Value) => z.preprocess(inUpperCase, value);

/** Couriers that one list is filtered by at most. */
const maxCouriers = 20;

/** One or several statuses: repeated in the address (`status=RTS&status=INPROCESS`) or divided by commas. */
export const StatusFilter = z.preprocess(
  (given) => listFrom(given, (text) => text.toUpperCase().split(',')),
  z
    .array(ShipmentStatus)
    .max(ShipmentStatus.options.length)
    .transform((statuses) => ShipmentStatus.options.filter((status) => statuses.includes(status)))
    .optional(),
);

/**
 * One or several couriers: a repeated parameter, or a list with commas. Our couriers by code or name. A list with commas
 * holds only our couriers, because the name of another courier may have a comma.
 */
export const CourierFilter = z.preprocess(
  (given) => listFrom(given, couriersIn),
  z.array(CourierName).max(maxCouriers).optional(),
);

export const unlessEmpty = (given: unknown): unknown => (given === '' ? undefined : given);

const inUpperCase = (given: unknown): unknown => (typeof given === 'string' ? given.trim().toUpperCase() : given);

/** Values that are not texts stay as they are, so that the schema refuses them. */
function listFrom(given: unknown, partsOf: (text: string) => readonly string[]): unknown {
  const all = (Array.isArray(given) ? given : [given]).flatMap((one: unknown): unknown[] =>
    typeof one === 'string' ? partsOf(one).map((part) => part.trim()) : [one],
  );
  const set = [...new Set(all)].filter((one) => one !== '' && one !== undefined);
  return set.length > 0 ? set : undefined;
}

function couriersIn(text: string): readonly string[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const known = parts.flatMap((part) => companyIn(part) ?? []);
  return known.length === parts.length ? known : [text];
}

function companyIn(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return companies.find((company) => [company, companyName[company]].some((known) => known.toLowerCase() === name));
}
