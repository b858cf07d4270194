import { formatCount } from '../values/count-text.ts';
import type * as z from 'zod';
import { nameOfField } from './field-names.ts';

/** What is wrong with a part of an input. */
export type InputFault = {
  /** A sentence for the person who sent it. */
  readonly msg: string;
  /** Where it is, such as `rules.0.targets`; undefined for the input as a whole. */
  readonly field: string | undefined;
};

/** Parse options for `inputFaults`: the message of an issue comes from the schema, or is empty. */
export const forInputFaults = { error: () => '', reportInput: true } as const satisfies z.core.ParseContext;

type Issue = z.core.$ZodIssue;

/** The faults in a validator's issue, each in a sentence that names the field. */
export function inputFaults(issue: Issue): InputFault[] {
  const { path, message } = issue;
  if (issue.code === 'invalid_union' && !message) {
    const meant = meantShape(issue.errors);
    if (meant) return meant.flatMap((inner) => inputFaults({ ...inner, path: [...path, ...inner.path] }));
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      msg: `There is no field “${shortened(key)}” here.`,
      field: fieldAt([...path, key]),
    }));
  return [{ msg: message || sentenceFor(issue), field: fieldAt(path) }];
}

/**
 * Of several shapes the one that was probably meant: an object that knows all fields that came, or a value of the right
 * type that breaks another rule.
 */
function meantShape(shapes: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return (
    shapes.find(
      (issues) =>
        issues.some(({ path }) => path.length > 0) &&
        !issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0),
    ) ?? shapes.find((issues) => issues.length > 0 && issues.every(({ code }) => !typeCodes.has(code)))
  );
}

const typeCodes = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'unrecognized_keys']);

function sentenceFor(issue: Issue): string {
  const name = nameAt(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? `${name} is missing.`
        : `${name} must be ${typeWords[issue.expected] ?? 'a value of another kind'}.`;
    case 'too_big':
      return `${name}: maximum ${amount(issue.maximum, issue.origin)}.`;
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin in unitWords
        ? `${name} is missing.`
        : `${name}: minimum ${amount(issue.minimum, issue.origin)}.`;
    case 'invalid_value':
      return oneOf(name, issue.values.map(String));
    case 'invalid_format':
      return `${name} must be ${formatWords[issue.format] ?? 'in the right format'}.`;
    default:
      return `${name} is not valid.`;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};

const unitWords: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

const formatWords: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-11-20',
  datetime: 'a time such as 2026-11-20T15:04:05Z',
  email: 'an email address',
  url: 'a web address',
};

const amount = (bound: number | bigint, origin: string): string =>
  `${formatCount(Number(bound))}${unitWords[origin] ?? ''}`;

const maxNamedValues = 12;

function oneOf(name: string, values: readonly string[]): string {
  const last = values.at(-1);
  if (last === undefined || values.length > maxNamedValues) return `${name} is not one of the possible values.`;
  return `${name} must be ${values.length === 1 ? last : `${values.slice(0, -1).join(', ')} or ${last}`}.`;
}

/** `Products list`; `Orders, item 3` for an item of a list. */
function nameAt(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === 'string');
  const name = field === undefined ? 'The request' : nameOfField(field);
  const last = path.at(-1);
  return typeof last === 'number' ? `${name}, item ${last + 1}` : name;
}

const fieldAt = (path: readonly PropertyKey[]): string | undefined =>
  path.length === 0 ? undefined : shortened(path.map(String).join('.'));

const maxFieldName = 100;

/** Names of fields may come with the input, of any length. */
const shortened = (text: string): string =>
  (text.length > maxFieldName ? `${text.slice(0, maxFieldName)}…` : text).toWellFormed();
