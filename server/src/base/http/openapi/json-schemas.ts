import type { Endpoint } from '@courierdesk/contract/endpoint';
import { Failure } from '@courierdesk/contract/errors';
import { namedSchemas } from '@courierdesk/contract/named-schemas';
import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export type JsonSchemas = {
  /** `components.schemas`: by name. */
  readonly components: Record<string, JsonSchema>;
  /** What a call takes in its path or query, by name. */
  parameters(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema | boolean }[];
  /** What a call takes in its body: a reference if the schema has a name. */
  input(schema: z.ZodType): JsonSchema;
  /** What a call answers with. */
  output(schema: z.ZodType): JsonSchema;
};

/**
 * The schemas of calls as JSON Schema. Named schemas become references. Where replies have a schema that calls take in
 * another form, such as with defaults, that form has a name of its own: `BookingRule` and `BookingRuleInput`.
 */
export function jsonSchemasOf(endpoints: readonly Endpoint[]): JsonSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });
  const parts = endpoints.flatMap(({ params, query, body, reply }) => [params, query, body, reply]);
  for (const [index, schema] of parts.entries())
    if (schema && !registry.has(schema)) registry.add(schema, { id: `unnamed-${index}` });
  const named = (schemas: Schemas, schema: z.ZodType): JsonSchema => {
    const id = registry.get(schema)?.id ?? '';
    return id in namedSchemas ? { $ref: reference(id) } : (schemas[id] ?? {});
  };
  const whole = (schemas: Schemas, schema: z.ZodType): JsonSchema => schemas[registry.get(schema)?.id ?? ''] ?? {};
  const inputs = convert(registry, 'input');
  const outputs = convert(registry, 'output');
  const given = reached(
    [Failure, ...endpoints.map(({ reply }) => reply)].map((schema) => named(outputs, schema)),
    outputs,
  );
  const taken = reached(
    endpoints.flatMap(({ params, query, body }) => [
      ...(body ? [named(inputs, body)] : []),
      ...[params, query].flatMap((schema) => (schema ? [whole(inputs, schema)] : [])),
    ]),
    inputs,
  );
  const different = differing(taken, given, inputs, outputs);
  const asInput = (schema: JsonSchema): JsonSchema =>
    withReferences(schema, (name) => (different.has(name) ? `${name}Input` : name));
  return {
    components: {
      ...Object.fromEntries([...given].map((name) => [name, outputs[name] ?? {}])),
      ...Object.fromEntries(
        [...taken]
          .filter((name) => !given.has(name) || different.has(name))
          .map((name) => [different.has(name) ? `${name}Input` : name, asInput(inputs[name] ?? {})]),
      ),
    },
    parameters(schema) {
      const { properties = {}, required = [] } = asInput(whole(inputs, schema));
      return Object.entries(properties).map(([name, field]) => ({
        name,
        required: required.includes(name),
        schema: field,
      }));
    },
    input: (schema) => asInput(named(inputs, schema)),
    output: (schema) => named(outputs, schema),
  };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

const prefix = '#/components/schemas/';
const reference = (name: string): string => `${prefix}${name}`;

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Schemas {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: reference,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => plainer(zodSchema, jsonSchema, io),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  );
}

/** Leaves out keywords without information, and names the fields of records. */
function plainer(zodSchema: z.core.$ZodTypes, schema: JsonSchema, io: 'input' | 'output'): void {
  // The pattern of a format repeats it.
  if (schema.format) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Replies may get more fields.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (io === 'input' && schema.default !== undefined) describeDefault(schema);
  if (zodSchema._zod.def.type === 'record' && schema.required) nameFields(schema);
  if (zodSchema._zod.def.type === 'nullable') joinNull(schema);
}

/** A type or null, without `anyOf` where JSON Schema has a shorter way. */
function joinNull(schema: JsonSchema): void {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (!only?.type || others.length > 0 || only.enum || only.const !== undefined) return;
  delete schema.anyOf;
  Object.assign(schema, only, { type: [only.type, 'null'] });
}

/** In words, because client generators take a field with a default for one that must be sent. */
function describeDefault(schema: JsonSchema): void {
  const text = JSON.stringify(schema.default);
  delete schema.default;
  if (!['""', '[]'].includes(text)) schema.description = `Default: ${text}`;
}

function nameFields(schema: JsonSchema): void {
  const field = schema.additionalProperties ?? {};
  schema.properties = Object.fromEntries((schema.required ?? []).map((name) => [name, field]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/** The names that schemas refer to, also through others. */
function reached(from: readonly JsonSchema[], schemas: Schemas): ReadonlySet<string> {
  const found = new Set(from.flatMap(referencesIn));
  for (const name of found) for (const next of referencesIn(schemas[name] ?? {})) found.add(next);
  return found;
}

/** The names in both sets whose input and output differ, directly or in a schema that they refer to. */
function differing(
  taken: ReadonlySet<string>,
  given: ReadonlySet<string>,
  inputs: Schemas,
  outputs: Schemas,
): ReadonlySet<string> {
  const both = [...taken].filter((name) => given.has(name));
  const isOther = (name: string): boolean => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name]);
  return new Set(both.filter((name) => isOther(name) || [...reached([inputs[name] ?? {}], inputs)].some(isOther)));
}

const references = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

const referencesIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(references)].map(([, name]) => name ?? '');

const withReferences = (schema: JsonSchema, nameOf: (name: string) => string): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll(references, (_, name: string) => `"$ref":"${reference(nameOf(name))}"`));
