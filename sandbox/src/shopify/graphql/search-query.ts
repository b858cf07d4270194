export type SearchTerm = {
  kind: 'term';
  /** Null: bare words. */
  field: string | null;
  comparator: '' | '>' | '>=' | '<' | '<=';
  value: string;
};

export type SearchNode = SearchTerm | { kind: 'and' | 'or'; nodes: SearchNode[] } | { kind: 'not'; node: SearchNode };

/** Shopify's search syntax: terms side by side are joined by AND; OR, NOT, a leading minus and parentheses work too. */
export function parseSearch(text: string): SearchNode {
  const tokens = tokenize(text);
  let position = 0;

  function parseOr(): SearchNode {
    const nodes = [parseAnd()];
    while (tokens[position] === 'OR') {
      position += 1;
      nodes.push(parseAnd());
    }
    const [only] = nodes;
    return nodes.length === 1 && only ? only : { kind: 'or', nodes };
  }

  function parseAnd(): SearchNode {
    const nodes: SearchNode[] = [];
    for (let token = tokens[position]; token !== undefined; token = tokens[position]) {
      if (token === 'OR' || token === ')') break;
      if (token === 'AND') position += 1;
      else nodes.push(parseOne());
    }
    const [only] = nodes;
    return nodes.length === 1 && only ? only : { kind: 'and', nodes };
  }

  function parseOne(): SearchNode {
    const token = tokens[position] ?? '';
    position += 1;
    if (token === 'NOT' || token === '-') return { kind: 'not', node: parseOne() };
    if (token !== '(') return parseTerm(token);
    const inner = parseOr();
    if (tokens[position] === ')') position += 1;
    return inner;
  }

  const tree = parseOr();
  return tree;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const pattern =
    /\s*(\(|\)|-(?=[A-Za-z_(]+[:(])|(?:[A-Za-z_]+:)?(?:>=|<=|>|<)?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s()]+))/gy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  return tokens;
}

function parseTerm(token: string): SearchTerm {
  const match = /^(?:([A-Za-z_]+):)?(>=|<=|>|<)?([\s\S]*)$/.exec(token);
  return {
    kind: 'term',
    field: match?.[1] ?? null,
    comparator: comparatorOf(match?.[2]),
    value: unquote(match?.[3] ?? ''),
  };
}

function comparatorOf(text: string | undefined): SearchTerm['comparator'] {
  return text === '>=' || text === '<=' || text === '>' || text === '<' ? text : '';
}

function unquote(text: string): string {
  const quote = text[0];
  if ((quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote)) {
    return text.slice(1, -1).replace(/\\(.)/g, '$1');
  }
  return text;
}

/** The `field:value` terms of a plain conjunction, in lower case. */
export function exactTerms(text: string | null | undefined): Record<string, string> {
  if (!text?.trim()) return {};
  const tree = parseSearch(text);
  const terms = tree.kind === 'and' ? tree.nodes : [tree];
  return Object.fromEntries(
    terms.flatMap((term) => (term.kind === 'term' && term.field ? [[term.field, term.value.toLowerCase()]] : [])),
  );
}
