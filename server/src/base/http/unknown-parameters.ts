import { inputFaults } from '@courierdesk/contract/input-faults';
import * as z from 'zod';
import { InputError } from './input-validator.ts';

/** The query parameters that an endpoint knows, under all their names. */
export const parameterNames = (query: z.ZodType | undefined): ReadonlySet<string> =>
  new Set(query && Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}));

/** A name that is not known may be a filter spelled wrong. Without it, the answer would be wider than was meant. */
export function refuseUnknownParameters(known: ReadonlySet<string>, query: unknown): void {
  const keys = Object.keys(query ?? {}).filter((name) => !known.has(name));
  if (keys.length > 0) throw new InputError(inputFaults({ code: 'unrecognized_keys', keys, path: [], message: '' }));
}
