import { GraphQLError } from 'graphql';
import type { View } from './graphql-context.ts';

export type PageArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

type Edge = {
  cursor: string;
  node: () => object;
};

type Page = {
  edges: Edge[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
};

const maxPage = 250;

/** How many items to return, and from which end of the list. */
export function pageSize(args: PageArguments, view: View): { count: number; fromEnd: boolean } {
  if (view.bulk && args.first === undefined && args.last === undefined) return { count: Infinity, fromEnd: false };
  const count = args.first ?? args.last;
  if (count === undefined || count === null) {
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  }
  if (count < 0 || count > maxPage) {
    throw new GraphQLError(`${count} is not within the limits of a page: 0 to ${maxPage}`, {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  return { count, fromEnd: args.first === undefined || args.first === null };
}

/** A connection over a short list in memory, in the order of the list. */
export function connectionOf<T extends { id: number }>(
  items: readonly T[],
  args: PageArguments,
  view: View,
  present: (item: T) => object,
): object {
  const { count, fromEnd } = pageSize(args, view);
  const ordered = args.reverse ? [...items].reverse() : items;
  const from = args.after ? ordered.findIndex((item) => cursorOf(item.id) === args.after) + 1 : 0;
  const found = args.before ? ordered.findIndex((item) => cursorOf(item.id) === args.before) : -1;
  const to = found === -1 ? ordered.length : found;
  const start = fromEnd ? Math.max(from, to - count) : from;
  const end = fromEnd ? to : Math.min(to, from + count);
  return pageConnection({
    edges: ordered.slice(start, end).map((item) => ({ cursor: cursorOf(item.id), node: lazy(() => present(item)) })),
    hasNextPage: end < ordered.length,
    hasPreviousPage: start > 0,
  });
}

export function pageConnection(page: Page): object {
  return {
    edges: page.edges,
    nodes: () => page.edges.map((edge) => edge.node()),
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: page.edges[0]?.cursor ?? null,
      endCursor: page.edges.at(-1)?.cursor ?? null,
    },
  };
}

function cursorOf(id: number): string {
  return encodeCursor({ last_id: id, last_value: String(id) });
}

type Cursor = {
  last_id: number;
  last_value: string;
};

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64');
}

export function decodeCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof value === 'object' && value !== null && 'last_id' in value && 'last_value' in value) {
      return { last_id: Number(value.last_id), last_value: String(value.last_value) };
    }
  } catch {
    // Falls through to the same refusal as any other text that is no cursor.
  }
  throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
}

export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
