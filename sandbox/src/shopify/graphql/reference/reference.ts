import fs from 'node:fs';
import path from 'node:path';
import { Kind, parse, print, visit } from 'graphql';

const document = parse(fs.readFileSync(path.join(import.meta.dirname, 'operations.graphql'), 'utf8'));

export const bulkOrdersQuery = fs.readFileSync(path.join(import.meta.dirname, 'bulk-orders.graphql'), 'utf8');

export const referenceNames = document.definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
);

/** The text of one operation of the reference with the fragments it uses. */
export function reference(name: string): string {
  const wanted = new Set([name]);
  // Fragments use fragments: as many rounds as there are definitions reach them all.
  for (const _ of document.definitions) {
    for (const definition of document.definitions) {
      if (!('name' in definition) || !definition.name || !wanted.has(definition.name.value)) continue;
      visit(definition, { FragmentSpread: (spread) => void wanted.add(spread.name.value) });
    }
  }
  const definitions = document.definitions.filter(
    (definition) => 'name' in definition && definition.name && wanted.has(definition.name.value),
  );
  if (definitions.length === 0) throw new Error(`the reference has no operation ${name}`);
  return print({ kind: Kind.DOCUMENT, definitions });
}
