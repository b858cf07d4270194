import { expect, it } from 'vitest';
import * as z from 'zod';
import { everyEndpoint } from './api.ts';

const inputs = everyEndpoint.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema ? [{ name, part, schema }] : [])),
);

it.each(inputs)('the input of every endpoint has a maximum for every text and list: $part of $name', ({ schema }) => {
  const unbounded = partsOf(inputSchema(schema)).filter(({ part }) => !isBounded(part));
  expect(unbounded.map(({ path }) => path.join('.'))).toEqual([]);
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
