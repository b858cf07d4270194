import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError, OperationTypeNode, execute } from 'graphql';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { RateLimiter, ThrottleStatus } from './throttle.ts';
import { mutationRoot } from './mutation-root.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import { queryRoot } from './query-root.ts';
import type { AdminSchema } from './schema.ts';
import { strictResolver } from './strict-resolver.ts';
import type { CheckedDocument } from './documents.ts';
import type { SearchWarning, View } from './graphql-context.ts';

type OperationRequest = {
  checked: CheckedDocument;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  shop: StoredShop;
  scopes: ReadonlySet<string>;
  /** A fault rule asks for the THROTTLED answer. */
  throttled: boolean;
};

const maxCost = 1000;

type RunOperation = (request: OperationRequest) => Promise<object>;

export function operationRunner(shopify: Shopify, admin: AdminSchema, rateLimiter: RateLimiter): RunOperation {
  const fieldResolver = strictResolver(admin);
  const queries = queryRoot();
  const mutations = mutationRoot();

  return async ({ checked, operation, variables, shop, scopes, throttled }) => {
    const limits = shop.settings.throttle;
    const requested = requestedCost(admin.schema, checked.document, operation, variables);
    const cost = (actual: number | null): object => costOf(requested, actual, rateLimiter.status(shop.domain, limits));
    if (requested > maxCost) {
      const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${maxCost}).`;
      return refusal(message, 'MAX_COST_EXCEEDED', { cost: requested, maxCost }, cost(null));
    }
    if (throttled || !rateLimiter.take(shop.domain, limits, requested))
      return refusal('Throttled', 'THROTTLED', {}, cost(null));

    const view: View = { shopify, shop, scopes, now: shopify.context.now(), bulk: undefined, searchWarnings: [] };
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    const result = await execute({
      schema: admin.schema,
      document: checked.document,
      rootValue: isMutation ? mutations : queries,
      contextValue: view,
      variableValues: variables,
      operationName: operation.name?.value ?? null,
      fieldResolver,
    });
    const actual = Math.min(requested, actualCost(result.data, isMutation));
    rateLimiter.refund(shop.domain, limits, requested - actual);
    return answer(result, { ...cost(actual), ...searchExtension(view.searchWarnings) });
  };
}

function answer(result: ExecutionResult, extensions: object): object {
  const errors = result.errors?.map((error) => {
    const known = error.extensions['code'];
    const code = known ?? (result.data === undefined ? 'INVALID_VARIABLE' : 'INTERNAL_SERVER_ERROR');
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions: { ...error.extensions, code },
    }).toJSON();
  });
  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(errors ? { errors } : {}),
    extensions,
  };
}

function refusal(message: string, code: string, details: object, extensions: object): object {
  const documentation = 'https://shopify.dev/api/usage/rate-limits';
  return { errors: [{ message, extensions: { code, documentation, ...details } }], extensions };
}

function costOf(requestedQueryCost: number, actualQueryCost: number | null, throttleStatus: ThrottleStatus): object {
  return { cost: { requestedQueryCost, actualQueryCost, throttleStatus } };
}

function searchExtension(warnings: SearchWarning[]): object {
  if (warnings.length === 0) return {};
  return {
    search: warnings.map(({ path, query, field, message }) => ({ path, query, warnings: [{ field, message }] })),
  };
}
