import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { everyEndpoint } from './api.ts';
import { longList, maxFaults } from './long-list.ts';

const inputs = everyEndpoint.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema ? [{ name, part, schema }] : [])),
);

describe('the input of every endpoint', () => {
  it.each(inputs)('has a maximum for every text and list: $part of $name', ({ schema }) => {
    const unbounded = partsOf(inputSchema(schema)).filter(({ part }) => !isBounded(part));
    expect(unbounded.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it.each(inputs)('has long lists that are read up to the 20th fault: $part of $name', ({ schema }) => {
    for (const { path, part } of partsOf(inputSchema(schema))) {
      if (part.type !== 'array' || (part.maxItems ?? 0) <= 100) continue;
      const { error } = schema.safeParse(objectWith(path, Array(part.maxItems).fill(null)));
      expect({ path, faults: countFaults(error?.issues ?? []) < 100 }).toEqual({ path, faults: true });
    }
  });
});

describe('a long list', () => {
  it('is not read beyond the 20th fault', () => {
    let read = 0;
    const item = z.string().refine(() => {
      read += 1;
      return false;
    }, 'wrong');
    const { error } = longList(item, { max: 1000, tooMany: 'too many' }).safeParse(Array(1000).fill('x'));
    expect({ faults: error?.issues.length, read }).toEqual({ faults: maxFaults, read: maxFaults });
    expect(error?.issues.at(-1)?.path).toEqual([maxFaults - 1]);
  });

  it('with more items than its maximum is refused before an item is read', () => {
    const list = longList(z.string(), { max: 3, tooMany: 'too many', min: 1, tooFew: 'too few' });
    const messages = (value: unknown) => list.safeParse(value).error?.issues.map(({ message }) => message);
    expect([messages([1, 2, 3, 4]), messages([]), messages('x'), messages(['a'])]).toEqual([
      ['too many'],
      ['too few'],
      ['too few'],
      undefined,
    ]);
    expect(list.parse(['a', 'b'])).toEqual(['a', 'b']);
  });
});

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Part = { readonly path: readonly string[]; readonly part: JsonSchema };

const inputSchema = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' });

/** A schema and every schema inside it, with the names of the fields that lead there. */
function partsOf(schema: JsonSchema, path: readonly string[] = []): Part[] {
  const inner = (part: z.core.JSONSchema._JSONSchema | undefined, ...names: string[]): Part[] =>
    typeof part === 'object' ? partsOf(part, [...path, ...names]) : [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(choices.length > 0 ? [] : [{ path, part: schema }]),
    ...choices.flatMap((choice) => inner(choice)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inner(part, name)),
    ...inner(schema.additionalProperties, '*'),
    ...[schema.items ?? []].flat().flatMap((item) => inner(item, '*')),
  ];
}

function isBounded({ type, enum: values, const: value, maxLength, maxItems, pattern }: JsonSchema): boolean {
  if (values || value !== undefined) return true;
  switch (type) {
    case 'string':
      return maxLength !== undefined || (pattern !== undefined && endsWithPattern(pattern));
    case 'array':
      return maxItems !== undefined;
    case 'object':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return true;
    default:
      return false;
  }
}

/** A pattern of fixed length, such as that of an id: the whole text, and no part of it any number of times. */
function endsWithPattern(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  return /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(bare);
}

function objectWith(path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return name === '*' ? [objectWith(rest, value)] : { [name]: objectWith(rest, value) };
}

const countFaults = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce(
    (count, issue) =>
      count + (issue.code === 'invalid_union' ? issue.errors.reduce((sum, errors) => sum + countFaults(errors), 1) : 1),
    0,
  );
