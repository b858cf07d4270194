import type { DocumentNode, FieldNode, GraphQLOutputType, GraphQLSchema, SelectionSetNode } from 'graphql';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  execute,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import type { BulkPage } from '../platform/bulk-operations.ts';
import { BulkAccessDenied } from '../platform/bulk-operations.ts';
import { queryRoot } from './query-root.ts';
import type { AdminSchema } from './schema.ts';
import { strictResolver } from './strict-resolver.ts';
import type { BulkPosition, View } from './graphql-context.ts';
import { isRecord } from '../../core/is-record.ts';

const maxConnections = 5;
const maxNesting = 2;
const maxBytes = 65_535;

/** Why a bulk query is refused, or undefined. Rules: docs/contracts/shopify.md, "Exports". */
export function bulkRefusal(schema: GraphQLSchema, text: string): string | undefined {
  if (Buffer.byteLength(text) > maxBytes) return `Bulk query is larger than ${maxBytes} bytes.`;
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : 'it cannot be parsed'}`;
  }
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) return 'Bulk queries must contain exactly one operation.';
  if (operation.operation !== OperationTypeNode.QUERY) return 'Bulk queries must be queries.';
  if ((operation.variableDefinitions ?? []).length > 0) return 'Bulk queries cannot use variables.';
  const [invalid] = validate(schema, document);
  if (invalid) return `Invalid bulk query: ${invalid.message}`;
  const survey = { connections: 0, problem: undefined as string | undefined };
  const root = schema.getQueryType();
  if (root)
    surveyConnections(schema, document, root, operation.selectionSet, { depth: 0, inList: false, hasId: true }, survey);
  if (survey.problem) return survey.problem;
  if (survey.connections === 0) return 'Bulk queries must contain at least one connection.';
  if (survey.connections > maxConnections)
    return `Bulk queries cannot contain more than ${maxConnections} connections.`;
  return undefined;
}

type Place = {
  depth: number;
  inList: boolean;
  hasId: boolean;
};

function surveyConnections(
  schema: GraphQLSchema,
  document: DocumentNode,
  parent: GraphQLOutputType,
  selection: SelectionSetNode,
  place: Place,
  survey: { connections: number; problem: string | undefined },
): void {
  for (const { field, type } of fieldsOf(schema, document, parent, selection)) {
    const isConnection = getNamedType(type).name.endsWith('Connection');
    if (place.depth === 0 && (field.name.value === 'node' || field.name.value === 'nodes')) {
      survey.problem ??= `Bulk queries cannot contain a top level \`${field.name.value}\` field.`;
    }
    if (!field.selectionSet) continue;
    if (!isConnection) {
      const inList = place.inList || isListType(getNullableType(type));
      surveyConnections(schema, document, type, field.selectionSet, { ...place, inList }, survey);
      continue;
    }
    survey.connections += 1;
    if (place.inList)
      survey.problem ??= 'Queries that contain a connection field within a list field are not currently supported.';
    if (!place.hasId)
      survey.problem ??= 'The parent of a nested connection must select the `id` field without an alias.';
    if (place.depth >= maxNesting)
      survey.problem ??= `Bulk queries cannot contain connections nested deeper than ${maxNesting} levels.`;
    const inside = connectionNode(schema, document, type, field);
    if (!inside) {
      survey.problem ??= 'Bulk queries must select connections by `edges { node }`.';
      continue;
    }
    const hasId = fieldsOf(schema, document, inside.type, inside.selection).some(
      (entry) => entry.field.name.value === 'id' && !entry.field.alias,
    );
    surveyConnections(
      schema,
      document,
      inside.type,
      inside.selection,
      { depth: place.depth + 1, inList: false, hasId },
      survey,
    );
  }
}

function connectionNode(
  schema: GraphQLSchema,
  document: DocumentNode,
  type: GraphQLOutputType,
  field: FieldNode,
): { type: GraphQLOutputType; selection: SelectionSetNode } | undefined {
  if (!field.selectionSet) return undefined;
  const edges = fieldsOf(schema, document, type, field.selectionSet).find(
    (entry) => entry.field.name.value === 'edges',
  );
  if (!edges?.field.selectionSet) return undefined;
  const node = fieldsOf(schema, document, edges.type, edges.field.selectionSet).find(
    (entry) => entry.field.name.value === 'node',
  );
  return node?.field.selectionSet ? { type: node.type, selection: node.field.selectionSet } : undefined;
}

function fieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  parent: GraphQLOutputType,
  selection: SelectionSetNode,
): { field: FieldNode; type: GraphQLOutputType }[] {
  const parentType = getNamedType(parent);
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) {
      const known = isObjectType(parentType) || isInterfaceType(parentType);
      const definition = known ? parentType.getFields()[node.name.value] : undefined;
      return definition ? [{ field: node, type: definition.type }] : [];
    }
    const fragment =
      node.kind === Kind.INLINE_FRAGMENT
        ? node
        : document.definitions.find(
            (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value,
          );
    if (!fragment || !('selectionSet' in fragment) || !fragment.selectionSet) return [];
    const condition = 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined;
    const narrowed = condition ? schema.getType(condition) : parentType;
    const type = isObjectType(narrowed) || isInterfaceType(narrowed) ? narrowed : undefined;
    return type ? fieldsOf(schema, document, type, fragment.selectionSet) : [];
  });
}

/** Executes the query over whole connections, page by page, and returns the lines of each page as JSON. */
export async function* runBulkQuery(
  admin: AdminSchema,
  { query, grouped }: { query: string; grouped: boolean },
  base: Omit<View, 'bulk'>,
): AsyncGenerator<BulkPage> {
  const document = parse(query);
  const bulk: BulkPosition = { after: null, next: null, size: rootsAtOnce };
  do {
    bulk.next = null;
    const view: View = { ...base, bulk };
    const result = await execute({
      schema: admin.schema,
      document,
      rootValue: queryRoot(),
      contextValue: view,
      fieldResolver: strictResolver(admin),
    });
    const [failure] = result.errors ?? [];
    if (failure) {
      if (failure.extensions.code === 'ACCESS_DENIED') throw new BulkAccessDenied(failure.message);
      throw new GraphQLError(failure.message);
    }
    yield pageOf(Object.values(result.data ?? {}).flatMap(nodesOf), grouped);
    bulk.after = bulk.next;
  } while (bulk.after !== null);
}

const rootsAtOnce = 500;

/** Children follow their parent when grouped, else all parents of the page: `groupObjects`. */
function pageOf(roots: Record<string, unknown>[], grouped: boolean): BulkPage {
  const lines: string[] = [];
  const children: string[] = [];
  for (const node of roots) {
    const below: string[] = [];
    lines.push(...jsonLines(node, undefined, below));
    (grouped ? lines : children).push(...below);
  }
  return { lines: [...lines, ...children], roots: roots.length };
}

function jsonLines(node: Record<string, unknown>, parentId: unknown, children: string[]): string[] {
  const own: Record<string, unknown> = {};
  const nested: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (isConnectionResult(value)) nested.push(...nodesOf(value));
    else own[name] = value;
  }
  if (parentId !== undefined) own['__parentId'] = parentId;
  for (const child of nested) {
    const below: string[] = [];
    children.push(...jsonLines(child, node['id'], below), ...below);
  }
  return [JSON.stringify(own).replaceAll('/', '\\/')];
}

function nodesOf(value: unknown): Record<string, unknown>[] {
  if (!isConnectionResult(value)) return [];
  return value.edges.flatMap((edge) => (isRecord(edge) && isRecord(edge['node']) ? [edge['node']] : []));
}

function isConnectionResult(value: unknown): value is { edges: unknown[] } {
  return isRecord(value) && Array.isArray(value['edges']);
}
