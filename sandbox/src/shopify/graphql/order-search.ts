import type { StoredOrder } from '../platform/order.ts';
import { financialStatusOf, fulfillmentStatusOf, fullName, isDone, statusOf } from '../platform/order.ts';
import type { SearchNode, SearchTerm } from './search-query.ts';
import { parseSearch } from './search-query.ts';

type OrderSearch = {
  matches(order: StoredOrder): boolean;
  /** The ids of the only orders that can match, when the query names orders. */
  ids: Set<number> | undefined;
  /** Orders updated before this time do not match. */
  updatedFrom: string | undefined;
  unknownFields: string[];
};

type SearchContext = {
  now: Date;
  /** Ids of the orders with that name. */
  idOfName(name: string): number | undefined;
};

export function orderSearch(query: string | null | undefined, context: SearchContext): OrderSearch {
  if (!query?.trim()) return { matches: () => true, ids: undefined, updatedFrom: undefined, unknownFields: [] };
  const tree = parseSearch(query);
  const unknown = new Set<string>();
  collectUnknown(tree, unknown);
  return {
    matches: (order) => matchesNode(tree, order, context),
    ids: idsOf(tree, context),
    updatedFrom: lowerBound(tree),
    unknownFields: [...unknown],
  };
}

function matchesNode(node: SearchNode, order: StoredOrder, context: SearchContext): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((child) => matchesNode(child, order, context));
    case 'or':
      return node.nodes.some((child) => matchesNode(child, order, context));
    case 'not':
      return !matchesNode(node.node, order, context);
    case 'term': {
      if (node.field === null) return matchesWords(order, node.value);
      const field = fields[node.field];
      // An unknown key does not fail: it is ignored with a warning.
      return field ? field(order, node, context) : true;
    }
  }
}

type FieldTest = (order: StoredOrder, term: SearchTerm, context: SearchContext) => boolean;

const fields: Record<string, FieldTest> = {
  id: (order, term) => compareNumber(order.id, { ...term, value: term.value.replace(/^gid:\/\/shopify\/Order\//, '') }),
  name: (order, { value }) => matchesText(order.name, value) || matchesText(order.name, `#${value}`),
  created_at: (order, term) => compareTime(order.createdAt, term),
  updated_at: (order, term) => compareTime(order.updatedAt, term),
  processed_at: (order, term) => compareTime(order.processedAt, term),
  status: (order, { value }) => {
    if (value === 'open') return order.closedAt === null && order.cancelledAt === null;
    if (value === 'closed') return order.closedAt !== null && order.cancelledAt === null;
    if (value === 'cancelled') return order.cancelledAt !== null;
    return value === 'not_closed' ? order.closedAt === null : value === 'any';
  },
  financial_status: (order, { value }) =>
    anyOf(
      value,
      (wanted) =>
        financialStatusOf(order)?.toLowerCase() === wanted ||
        (wanted === 'unpaid' && financialStatusOf(order) !== 'PAID'),
    ),
  fulfillment_status: (order, { value }, { now }) => anyOf(value, (wanted) => hasFulfillmentStatus(order, wanted, now)),
  tag: (order, { value }) => order.tags.some((tag) => matchesText(tag, value)),
  tag_not: (order, { value }) => !order.tags.some((tag) => matchesText(tag, value)),
  sku: (order, { value }) => order.lines.some((line) => line.sku !== null && matchesText(line.sku, value)),
  email: (order, { value }) => order.email !== null && matchesText(order.email, value),
  test: (order, { value }) => String(order.test) === value,
  delivery_method: (_order, { value }) => value === 'shipping',
  location_id: (order, { value }) => order.fulfillmentOrders.some((entry) => String(entry.locationId) === value),
};

function hasFulfillmentStatus(order: StoredOrder, wanted: string, now: Date): boolean {
  const status = fulfillmentStatusOf(order, now);
  switch (wanted) {
    case 'unfulfilled':
      return status !== 'FULFILLED' && status !== 'PARTIALLY_FULFILLED';
    case 'unshipped':
      return status !== 'FULFILLED' && status !== 'PARTIALLY_FULFILLED' && status !== 'FULFILLMENT_NOT_REQUIRED';
    case 'partial':
      return status === 'PARTIALLY_FULFILLED';
    case 'fulfilled':
    case 'shipped':
      return status === 'FULFILLED';
    case 'on_hold':
    case 'scheduled':
      return order.fulfillmentOrders.some((entry) => statusOf(entry, now).toLowerCase() === wanted);
    case 'request_declined':
      return order.fulfillmentOrders.some((entry) => entry.requestStatus === 'REJECTED' && !isDone(entry.status));
    default:
      return false;
  }
}

function anyOf(value: string, matches: (wanted: string) => boolean): boolean {
  return value.split(',').some((wanted) => matches(wanted.trim().toLowerCase()));
}

function matchesText(text: string, wanted: string): boolean {
  const have = text.toLowerCase();
  const want = wanted.toLowerCase();
  return want.endsWith('*') ? have.startsWith(want.slice(0, -1)) : have === want;
}

function matchesWords(order: StoredOrder, words: string): boolean {
  const want = words.toLowerCase().replace(/\*$/, '');
  const texts = [
    order.name,
    order.email,
    order.phone,
    order.note,
    order.customer && fullName(order.customer),
    order.shippingAddress && fullName(order.shippingAddress),
    order.shippingAddress?.city,
    order.shippingAddress?.phone,
    ...order.tags,
  ];
  return texts.some((text) => text?.toLowerCase().includes(want));
}

function compareNumber(have: number, { comparator, value }: SearchTerm): boolean {
  if (comparator === '') return value.split(',').some((wanted) => have === Number(wanted));
  return compare(have, comparator, Number(value));
}

/** Times are compared to the second. A date without a time means the whole day. */
function compareTime(iso: string, { comparator, value }: SearchTerm): boolean {
  const from = wholeSecond(value);
  if (Number.isNaN(from)) return false;
  const have = wholeSecond(iso);
  const wholeDay = /^\d{4}-\d\d-\d\d$/.test(value);
  if (comparator === '') return wholeDay ? have >= from && have < from + 86_400_000 : have === from;
  if (wholeDay && (comparator === '>' || comparator === '<='))
    return compare(have, comparator === '>' ? '>=' : '<', from + 86_400_000);
  return compare(have, comparator, from);
}

function wholeSecond(text: string): number {
  return Math.floor(Date.parse(text) / 1000) * 1000;
}

function compare(have: number, comparator: SearchTerm['comparator'], want: number): boolean {
  switch (comparator) {
    case '>':
      return have > want;
    case '>=':
      return have >= want;
    case '<':
      return have < want;
    case '<=':
      return have <= want;
    case '':
      return have === want;
  }
}

function collectUnknown(node: SearchNode, unknown: Set<string>): void {
  if (node.kind === 'term') {
    if (node.field !== null && !(node.field in fields)) unknown.add(node.field);
  } else if (node.kind === 'not') {
    collectUnknown(node.node, unknown);
  } else {
    for (const child of node.nodes) collectUnknown(child, unknown);
  }
}

function idsOf(node: SearchNode, context: SearchContext): Set<number> | undefined {
  if (node.kind === 'term') {
    if (node.comparator !== '' || node.value.endsWith('*')) return undefined;
    if (node.field === 'id')
      return new Set(node.value.split(',').map((id) => Number(id.replace(/^gid:\/\/shopify\/Order\//, ''))));
    if (node.field !== 'name') return undefined;
    const ids = [context.idOfName(node.value), context.idOfName(`#${node.value}`)];
    return new Set(ids.filter((id) => id !== undefined));
  }
  if (node.kind === 'not') return undefined;
  const sets = node.nodes.map((child) => idsOf(child, context));
  if (node.kind === 'and') return sets.find((set) => set !== undefined);
  const all = new Set<number>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const id of set) all.add(id);
  }
  return all;
}

function lowerBound(node: SearchNode): string | undefined {
  if (node.kind === 'term') {
    if (node.field !== 'updated_at' || (node.comparator !== '>' && node.comparator !== '>=')) return undefined;
    const from = wholeSecond(node.value);
    return Number.isNaN(from) ? undefined : new Date(from).toISOString();
  }
  if (node.kind !== 'and') return undefined;
  return node.nodes
    .map(lowerBound)
    .filter((bound) => bound !== undefined)
    .sort()
    .at(-1);
}
