import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import {
  Kind,
  OperationTypeNode,
  TypeInfo,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  visitWithTypeInfo,
  visit,
} from 'graphql';

const mutationCost = 10;
/** Assumed size of a list without `first`. */
const unsizedList = 4;

/**
 * Objects cost 1, scalars nothing, a mutation 10; a page of a connection of n costs the square root of n times one entry,
 * which meets the costs that were seen (an order with 10 fulfillment orders of 10 lines: 39 to 59). A plain list
 * whose entries hold more than scalars, such as `Order.fulfillments`, costs n times one entry: nothing documents a discount.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const { sizes, plainLists } = listFactors(schema, document, variables);
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  );

  function costOf(selection: SelectionSetNode): number {
    let cost = 0;
    for (const node of selection.selections) {
      if (node.kind === Kind.FIELD) {
        if (!node.selectionSet) continue;
        const within = costOf(node.selectionSet);
        const factor = sizes.get(node) ?? 1;
        cost += (within > 0 && plainLists.has(node) ? factor * factor : factor) * (1 + within);
      } else {
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value);
        if (inner) cost += costOf(inner);
      }
    }
    return cost;
  }

  if (operation.operation !== OperationTypeNode.MUTATION) return Math.max(1, Math.ceil(costOf(operation.selectionSet)));
  let cost = 0;
  for (const payload of operation.selectionSet.selections) {
    cost += mutationCost;
    if (payload.kind !== Kind.FIELD) continue;
    // The changed object and the userErrors are included in the cost of the mutation.
    for (const part of payload.selectionSet?.selections ?? []) {
      if (part.kind === Kind.FIELD && part.selectionSet) cost += costOf(part.selectionSet);
    }
  }
  return Math.ceil(cost);
}

function listFactors(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): { sizes: Map<FieldNode, number>; plainLists: Set<FieldNode> } {
  const sizes = new Map<FieldNode, number>();
  const plainLists = new Set<FieldNode>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(field) {
        const type = types.getType();
        if (!type || !field.selectionSet) return;
        const name = getNamedType(type).name;
        const isList = isListType(getNullableType(type));
        const parent = types.getParentType();
        const insideConnection = isObjectType(parent) && parent.name.endsWith('Connection');
        // `nodes`, `edges`, `node` and `pageInfo` cost nothing: the connection itself was counted.
        if (insideConnection || name.endsWith('Edge') || name === 'PageInfo')
          sizes.set(field, insideConnection && name === 'PageInfo' ? 0 : 1);
        else if (name.endsWith('Connection') || isList) sizes.set(field, Math.sqrt(sizeOf(field, variables)));
        if (isList && !insideConnection && isSized(field)) plainLists.add(field);
      },
    }),
  );
  return { sizes, plainLists };
}

const isSized = (field: FieldNode): boolean =>
  (field.arguments ?? []).some(({ name }) => name.value === 'first' || name.value === 'last');

function sizeOf(field: FieldNode, variables: Record<string, unknown>): number {
  for (const argument of field.arguments ?? []) {
    const value = argument.value;
    const name = argument.name.value;
    const given = value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
    if (name === 'ids') return Array.isArray(given) ? given.length : value.kind === Kind.LIST ? value.values.length : 1;
    if (name !== 'first' && name !== 'last') continue;
    if (value.kind === Kind.INT) return Number(value.value);
    if (typeof given === 'number') return given;
  }
  return unsizedList;
}

/** The same count over the result. */
export function actualCost(data: Record<string, unknown> | null | undefined, isMutation: boolean): number {
  let cost = 0;
  for (const value of Object.values(data ?? {})) {
    if (!isMutation) cost += costOfValue(value);
    else cost += mutationCost + sum(value, (part) => sum(part, costOfValue));
  }
  return Math.max(1, Math.ceil(cost));
}

function sum(value: unknown, count: (part: unknown) => number): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  return Object.values(value).reduce((total: number, part: unknown) => total + count(part), 0);
}

function costOfValue(value: unknown): number {
  if (Array.isArray(value)) {
    if (value.length === 0) return 0;
    const total = value.reduce((all: number, entry: unknown) => all + costOfValue(entry), 0);
    return total / Math.sqrt(value.length);
  }
  if (typeof value !== 'object' || value === null) return 0;
  let cost = 1;
  for (const entry of Object.values(value)) cost += costOfValue(entry);
  return cost;
}
