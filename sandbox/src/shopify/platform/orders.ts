import type { SandboxState } from '../../core/state.ts';
import type { StoredOrder } from './order.ts';
import { fullName, totalsOf } from './order.ts';

export type OrderSort =
  | 'UPDATED_AT'
  | 'CREATED_AT'
  | 'PROCESSED_AT'
  | 'ORDER_NUMBER'
  | 'ID'
  | 'TOTAL_PRICE'
  | 'CUSTOMER_NAME';

export interface SortedOrder {
  key: string;
  order: StoredOrder;
}

export interface Orders {
  get(id: number): StoredOrder | undefined;
  byName(shop: string, name: string): StoredOrder | undefined;
  byFulfillmentOrder(id: number): StoredOrder | undefined;
  byFulfillment(id: number): StoredOrder | undefined;
  byLine(id: number): StoredOrder | undefined;
  /** Stores a new or changed order and moves it in the indexes. */
  save(order: StoredOrder): void;
  all(): IterableIterator<StoredOrder>;
  count(shop: string): number;
  /** Orders of a store, ascending by (key, id). */
  sorted(shop: string, sort: OrderSort): readonly SortedOrder[];
}

interface ShopIndex {
  ids: Set<number>;
  names: Map<string, number>;
  changes: number;
  sorted: Map<OrderSort, { changes: number; entries: SortedOrder[] }>;
  /** Ascending by update time; stale entries of an order are removed from time to time. */
  log: SortedOrder[];
  latest: Map<number, SortedOrder>;
  logIsOrdered: boolean;
}

export function openOrders(state: SandboxState): Orders {
  const stored = state.collection<StoredOrder>('shopify.order');
  const shops = new Map<string, ShopIndex>();
  const byFulfillmentOrder = new Map<number, number>();
  const byFulfillment = new Map<number, number>();
  const byLine = new Map<number, number>();

  for (const order of [...stored.values()].sort(byUpdate)) index(order);
  state.onReset(() => {
    shops.clear();
    byFulfillmentOrder.clear();
    byFulfillment.clear();
    byLine.clear();
  });

  function index(order: StoredOrder): void {
    for (const entry of order.fulfillmentOrders) byFulfillmentOrder.set(entry.id, order.id);
    for (const entry of order.fulfillments) byFulfillment.set(entry.id, order.id);
    for (const line of order.lines) byLine.set(line.id, order.id);
    const shop = indexOf(shops, order.shop);
    shop.ids.add(order.id);
    shop.names.set(order.name, order.id);
    shop.changes += 1;
    const entry = { key: order.updatedAt, order };
    const last = shop.log.at(-1);
    if (last && compare(last, entry) > 0) shop.logIsOrdered = false;
    shop.log.push(entry);
    shop.latest.set(order.id, entry);
    if (shop.log.length > 2 * shop.latest.size + 1000) byUpdateTime(shop);
  }

  const find = (id: number | undefined) => (id === undefined ? undefined : stored.get(String(id)));
  return {
    get: find,
    byName: (shop, name) => find(shops.get(shop)?.names.get(name)),
    byFulfillmentOrder: (id) => find(byFulfillmentOrder.get(id)),
    byFulfillment: (id) => find(byFulfillment.get(id)),
    byLine: (id) => find(byLine.get(id)),
    save(order) {
      stored.put(String(order.id), order);
      index(order);
    },
    all: () => stored.values(),
    count: (shop) => shops.get(shop)?.ids.size ?? 0,
    sorted(shop, sort) {
      const found = shops.get(shop);
      if (!found) return [];
      if (sort === 'UPDATED_AT') return byUpdateTime(found);
      const cached = found.sorted.get(sort);
      if (
        cached &&
        (cached.changes === found.changes || (FIXED_SORTS.has(sort) && cached.entries.length === found.ids.size))
      ) {
        return cached.entries;
      }
      const entries: SortedOrder[] = [];
      for (const id of found.ids) {
        const order = find(id);
        if (order) entries.push({ key: sortKey(order, sort), order });
      }
      entries.sort(compare);
      found.sorted.set(sort, { changes: found.changes, entries });
      return entries;
    },
  };
}

/** Keys that never change once an order exists. */
const FIXED_SORTS = new Set<OrderSort>(['CREATED_AT', 'PROCESSED_AT', 'ORDER_NUMBER', 'ID']);

function indexOf(shops: Map<string, ShopIndex>, domain: string): ShopIndex {
  const known = shops.get(domain);
  if (known) return known;
  const created: ShopIndex = {
    ids: new Set(),
    names: new Map(),
    changes: 0,
    sorted: new Map(),
    log: [],
    latest: new Map(),
    logIsOrdered: true,
  };
  shops.set(domain, created);
  return created;
}

function byUpdateTime(shop: ShopIndex): readonly SortedOrder[] {
  const stale = shop.log.length - shop.latest.size;
  if (stale > 0 || !shop.logIsOrdered) {
    shop.log = shop.log.filter((entry) => shop.latest.get(entry.order.id) === entry);
    if (!shop.logIsOrdered) shop.log.sort(compare);
    shop.logIsOrdered = true;
  }
  return shop.log;
}

export function sortKey(order: StoredOrder, sort: OrderSort): string {
  switch (sort) {
    case 'UPDATED_AT':
      return order.updatedAt;
    case 'CREATED_AT':
      return order.createdAt;
    case 'PROCESSED_AT':
      return order.processedAt;
    case 'ORDER_NUMBER':
      return String(order.number).padStart(12, '0');
    case 'ID':
      return String(order.id).padStart(16, '0');
    case 'TOTAL_PRICE':
      return String(totalsOf(order).total).padStart(16, '0');
    case 'CUSTOMER_NAME':
      return (order.customer && fullName(order.customer)) ?? '';
  }
}

export function compare(a: { key: string; order: StoredOrder }, b: { key: string; order: StoredOrder }): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.order.id - b.order.id;
}

function byUpdate(a: StoredOrder, b: StoredOrder): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  return a.id - b.id;
}
