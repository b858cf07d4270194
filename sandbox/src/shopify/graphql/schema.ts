import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';
import { buildClientSchema } from 'graphql';
import { documentCache, type CheckedDocument } from './documents.ts';

export const apiVersion = '2026-10';

export type AdminSchema = {
  schema: GraphQLSchema;
  /** A query text, parsed and validated. */
  checked: (text: string) => CheckedDocument;
  /** Alternatives (any one is enough) for a type, or for a field as `Type.field`. */
  scopes: Map<string, ScopeNeed>;
};

export type ScopeNeed = {
  anyOf: string[];
  description: string;
};

type SchemaFile = {
  data: IntrospectionQuery;
  offline_scopes: {
    items: { type: string; typeName: string; fieldName?: string; requiredAccess: string; offlineScopes: string[] }[];
  };
};

const schemaFile = path.resolve(import.meta.dirname, `../../../shopify-schema/admin_${apiVersion}.json.gz`);

let loaded: AdminSchema | undefined;

/** Shopify's own Admin schema, checked in (docs/decisions/0001). */
export function adminSchema(): AdminSchema {
  loaded ??= load();
  return loaded;
}

function load(): AdminSchema {
  const text = zlib.gunzipSync(fs.readFileSync(schemaFile)).toString('utf8');
  const file = JSON.parse(text) as SchemaFile;
  const scopes = new Map<string, ScopeNeed>();
  for (const item of file.offline_scopes.items) {
    if (item.offlineScopes.length === 0) continue;
    const key = item.fieldName ? `${item.typeName}.${item.fieldName}` : item.typeName;
    scopes.set(key, { anyOf: item.offlineScopes, description: item.requiredAccess });
  }
  for (const [key, anyOf] of Object.entries(scopesByMutation)) {
    scopes.set(key, { anyOf, description: anyOf.map((scope) => `\`${scope}\` access scope`).join(' or ') });
  }
  const schema = buildClientSchema(file.data);
  return { schema, checked: documentCache(schema), scopes };
}

/** The schema lists no scopes for these mutations; the changed resource decides. */
const scopesByMutation: Record<string, string[]> = {
  'Mutation.tagsAdd': ['write_orders'],
  'Mutation.tagsRemove': ['write_orders'],
  'Mutation.fulfillmentCancel': [
    'write_merchant_managed_fulfillment_orders',
    'write_third_party_fulfillment_orders',
    'write_assigned_fulfillment_orders',
  ],
};
