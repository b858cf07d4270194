import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { GraphQLError, Kind, parse, validate } from 'graphql';

export type CheckedDocument = {
  document: DocumentNode;
  errors: readonly GraphQLError[];
};

const maxKept = 500;

/** Parses and validates each query text once; the app sends the same few again and again. */
export function documentCache(schema: GraphQLSchema): (text: string) => CheckedDocument {
  const known = new Map<string, CheckedDocument>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const checked = check(schema, text);
    if (known.size >= maxKept) known.clear();
    known.set(text, checked);
    return checked;
  };
}

function check(schema: GraphQLSchema, text: string): CheckedDocument {
  try {
    const document = parse(text);
    const errors = validate(schema, document).map(
      (error) =>
        new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions: { code: codeOf(error.message) } }),
    );
    return { document, errors };
  } catch (error) {
    const failure = error instanceof GraphQLError ? error : new GraphQLError(String(error));
    return {
      document: { kind: Kind.DOCUMENT, definitions: [] },
      errors: [
        new GraphQLError(failure.message, {
          source: failure.source ?? null,
          positions: failure.positions ?? null,
          extensions: { code: 'PARSE_ERROR' },
        }),
      ],
    };
  }
}

function codeOf(message: string): string {
  if (message.startsWith('Cannot query field')) return 'undefinedField';
  if (message.includes('argument') && message.includes('required')) return 'missingRequiredArguments';
  if (message.includes('must have a selection') || message.includes('must not have a selection'))
    return 'selectionMismatch';
  return 'argumentLiteralsIncompatible';
}

export function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name) return operations.find((operation) => operation.name?.value === name);
  return operations.length === 1 ? operations[0] : undefined;
}

/** The root fields name the operation for faults: 'fulfillmentCreate', 'orders', … */
export function rootFieldOf(operation: OperationDefinitionNode): string {
  const [first] = operation.selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : 'graphql';
}
