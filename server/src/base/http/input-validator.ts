import { forInputFaults, inputFaults, type InputFault } from '@courierdesk/contract/input-faults';
import { maxFaults } from '@courierdesk/contract/errors';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { textFault } from './text-fault.ts';

/** The input of a call does not match the contract. */
export class InputError extends Error {
  readonly faults: readonly InputFault[];
  constructor(faults: readonly InputFault[]) {
    super('the input is not valid');
    this.name = 'InputError';
    this.faults = faults.slice(0, maxFaults);
  }
}

/** Parses params, query and body with the schemas of the contract. */
export const inputValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const { data, error } = schema.safeParse(input, forInputFaults);
    return error ? { error: new InputError(error.issues.slice(0, maxFaults).flatMap(inputFaults)) } : { value: data };
  };

/** Throws when the input contains a text that the database cannot store. */
export function refuseUnstorableTexts(...inputs: readonly unknown[]): void {
  for (const input of inputs) {
    const fault = textFault(input);
    if (fault) throw new InputError([fault]);
  }
}
