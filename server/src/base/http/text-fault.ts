import { nameOfField } from '@courierdesk/contract/field-names';
import type { InputFault } from '@courierdesk/contract/input-faults';
import { isStorable } from '@courierdesk/contract/storable-text';

/** The first text at any depth of an input that the database cannot store. */
export function textFault(input: unknown): InputFault | undefined {
  const path = pathOfUnstorable(input);
  if (!path) return undefined;
  const field = path.findLast((part) => !/^\d+$/.test(part));
  const name = field === undefined ? 'The request' : nameOfField(field);
  return {
    msg: `${name} contains a character that cannot be saved. Delete it, or type the text again.`,
    field: path.join('.') || undefined,
  };
}

function pathOfUnstorable(input: unknown): string[] | undefined {
  if (typeof input === 'string') return isStorable(input) ? undefined : [];
  if (typeof input !== 'object' || input === null) return undefined;
  for (const key in input) {
    const path = isStorable(key) ? pathOfUnstorable(Reflect.get(input, key)) : [];
    if (path) return [key.toWellFormed(), ...path];
  }
  return undefined;
}
