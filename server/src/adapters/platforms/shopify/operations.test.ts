import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import {
  buildClientSchema,
  getNamedType,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type IntrospectionQuery,
} from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as billing from './billing-operations.ts';
import * as fulfilments from './fulfilment-operations.ts';
import * as operations from './operations.ts';
import { shopifyScopes } from './scopes.ts';
import { webhookTopics } from '../webhooks.ts';

const SchemaFile = z.object({
  data: z.custom<IntrospectionQuery>((value) => typeof value === 'object' && value !== null && '__schema' in value),
  offline_scopes: z.object({
    items: z.array(
      z.object({ typeName: z.string(), fieldName: z.string().optional(), offlineScopes: z.array(z.string()) }),
    ),
  }),
});

const { schema, needs } = loadAdminSchema('2026-10');

const documents: [name: string, document: string][] = [
  ...Object.entries({ ...operations, ...fulfilments, ...billing }).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  ),
  ['the export of orders', operations.ordersCreatedSince(new Date('2026-09-21T00:00:00.000Z'))],
];

test.each(documents)('%s is valid in API version 2026-10 and uses nothing deprecated', (_name, document) => {
  expect(validate(schema, parse(document), specifiedRules)).toEqual([]);
  expect(validate(schema, parse(document), [NoDeprecatedCustomRule])).toEqual([]);
});

test.each(documents)('our scopes allow every field of %s', (_name, document) => {
  const held = new Set<string>(shopifyScopes);
  const refused = scopesNeeded(document).filter(({ anyOf }) => !anyOf.some((scope) => held.has(scope)));
  expect(refused).toEqual([]);
});

test('the export of orders keeps Shopify’s rules for bulk operations', () => {
  const text = operations.ordersCreatedSince(new Date('2026-09-21T10:11:12.345Z'));
  expect(text).toContain("created_at:>='2026-09-21T10:11:12Z'");
  expect(text).not.toMatch(/\bnodes\b/);
  expect(text.match(/\bedges\b/g)).toHaveLength(3);
});

test('every webhook topic exists in the schema', () => {
  const topics = schema.getType('WebhookSubscriptionTopic');
  const known = topics && 'getValues' in topics ? topics.getValues().map(({ name }) => name) : [];
  expect(known).toEqual(expect.arrayContaining([...webhookTopics]));
});

function scopesNeeded(document: string): { what: string; anyOf: string[] }[] {
  const found: { what: string; anyOf: string[] }[] = [];
  const info = new TypeInfo(schema);
  const need = (typeName: string, fieldName?: string): void => {
    for (const item of needs) {
      if (item.typeName === typeName && item.fieldName === fieldName && item.offlineScopes.length > 0) {
        found.push({ what: fieldName ? `${typeName}.${fieldName}` : typeName, anyOf: item.offlineScopes });
      }
    }
  };
  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Field() {
        const parent = info.getParentType();
        const field = info.getFieldDef();
        if (!parent || !field) return;
        need(parent.name);
        need(parent.name, field.name);
        need(getNamedType(field.type).name);
      },
    }),
  );
  return found;
}

function loadAdminSchema(version: string) {
  const file = path.resolve(import.meta.dirname, `../../../../../sandbox/shopify-schema/admin_${version}.json.gz`);
  const json = SchemaFile.parse(JSON.parse(zlib.gunzipSync(fs.readFileSync(file)).toString('utf8')));
  return { schema: buildClientSchema(json.data), needs: json.offline_scopes.items };
}
