import type { GraphQLFieldResolver } from 'graphql';
import { GraphQLError, getNamedType } from 'graphql';
import type { AdminSchema, ScopeNeed } from './schema.ts';
import type { View } from './graphql-context.ts';
import { isRecord } from '../../core/is-record.ts';

/**
 * Reads a field from its parent object. A field that the sandbox does not simulate is an error,
 * never null. So is a field for which the app lacks the scope.
 */
export function strictResolver(admin: AdminSchema): GraphQLFieldResolver<unknown, View> {
  return (source, args, view, info) => {
    const name = info.fieldName;
    const needs = [
      admin.scopes.get(`${info.parentType.name}.${name}`),
      admin.scopes.get(getNamedType(info.returnType).name),
    ];
    for (const need of needs) if (need) checkScope(need, name, view);
    const value = isRecord(source) ? source[name] : undefined;
    if (value === undefined) {
      view.shopify.context.rejected.add({
        target: 'shopify',
        method: 'GRAPHQL',
        path: `${info.parentType.name}.${name}`,
        reason: 'The sandbox does not simulate this field',
      });
      throw new GraphQLError(`SIM_NOT_IMPLEMENTED ${info.parentType.name}.${name}`, {
        extensions: { code: 'SIM_NOT_IMPLEMENTED' },
      });
    }
    return typeof value === 'function' ? value.call(source, args, view, info) : value;
  };
}

function checkScope(need: ScopeNeed, field: string, view: View): void {
  if (need.anyOf.some((scope) => view.scopes.has(scope))) return;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${need.description}`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: need.description,
    },
  });
}
