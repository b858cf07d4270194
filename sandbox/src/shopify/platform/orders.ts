import type { SandboxState } from '../../core/state.ts';
import type { StoredOrder } from './order.ts';
import { fullName, totalsOf } from './order.ts';
import { isPast, type PastOrders, type PastSummary } from './past-orders.ts';

export type OrderSort =
  | 'UPDATED_AT'
  | 'CREATED_AT'
  | 'PROCESSED_AT'
  | 'ORDER_NUMBER'
  | 'ID'
  | 'TOTAL_PRICE'
  | 'CUSTOMER_NAME';

/** `order` may be made only when it is read. */
export type SortedOrder = {
  readonly key: string;
  readonly id: number;
  readonly order: StoredOrder;
};

export type Orders = {
  get(id: number): StoredOrder | undefined;
  byName(shop: string, name: string): StoredOrder | undefined;
  byFulfillmentOrder(id: number): StoredOrder | undefined;
  byFulfillment(id: number): StoredOrder | undefined;
  byLine(id: number): StoredOrder | undefined;
  /** Stores a new or changed order and moves it in the indexes. */
  save(order: StoredOrder): void;
  /** Without past orders that never changed. */
  all(): IterableIterator<StoredOrder>;
  count(shop: string): number;
  /** Orders of a store, ascending by (key, id). */
  sorted(shop: string, sort: OrderSort): readonly SortedOrder[];
};

type ShopIndex = {
  ids: Set<number>;
  names: Map<string, number>;
  changes: number;
  sorted: Map<OrderSort, { changes: number; entries: SortedOrder[] }>;
  /** Ascending by update time; stale entries of an order are removed from time to time. */
  log: SortedOrder[];
  latest: Map<number, SortedOrder>;
  logIsOrdered: boolean;
};

export function openOrders(state: SandboxState, past: PastOrders): Orders {
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
    if (!isPast(order.id)) shop.ids.add(order.id);
    shop.names.set(order.name, order.id);
    shop.changes += 1;
    const entry = { key: order.updatedAt, id: order.id, order };
    const last = shop.log.at(-1);
    if (last && compare(last, entry) > 0) shop.logIsOrdered = false;
    shop.log.push(entry);
    shop.latest.set(order.id, entry);
    if (shop.log.length > 2 * shop.latest.size + 1000) byUpdateTime(shop);
  }

  const find = (id: number | undefined): StoredOrder | undefined =>
    id === undefined ? undefined : (stored.get(String(id)) ?? unchangedPast(id));

  function unchangedPast(id: number): StoredOrder | undefined {
    const order = isPast(id) ? past.byId(id) : undefined;
    return order?.id === id ? order : undefined;
  }

  /** By a part: past orders have the ids of their parts next to their own. */
  function ofPart(id: number, orderOf: ReadonlyMap<number, number>): StoredOrder | undefined {
    return find(orderOf.get(id) ?? (isPast(id) ? past.byId(id)?.id : undefined));
  }

  function pastEntries(domain: string, sort: OrderSort): SortedOrder[] {
    const load = (id: number): StoredOrder => {
      const order = find(id);
      if (!order) throw new Error(`there is no past order ${id}`);
      return order;
    };
    return past
      .places(domain)
      .map((place) => new PastEntry(pastKey(place, sort) ?? sortKey(load(place.id), sort), place.id, load));
  }

  return {
    get: find,
    byName: (shop, name) => find(shops.get(shop)?.names.get(name) ?? past.byName(shop, name)?.id),
    byFulfillmentOrder: (id) => ofPart(id, byFulfillmentOrder),
    byFulfillment: (id) => ofPart(id, byFulfillment),
    byLine: (id) => ofPart(id, byLine),
    save(order) {
      stored.put(String(order.id), order);
      index(order);
    },
    all: () => stored.values(),
    count: (shop) => (shops.get(shop)?.ids.size ?? 0) + past.count(shop),
    sorted(domain, sort) {
      const shop = indexOf(shops, domain);
      const count = shop.ids.size + past.count(domain);
      const isByUpdate = sort === 'UPDATED_AT';
      if (isByUpdate && past.count(domain) === 0) return byUpdateTime(shop);
      const cached = shop.sorted.get(sort);
      if (cached?.entries.length === count && (cached.changes === shop.changes || fixedSorts.has(sort)))
        return cached.entries;
      const entries = isByUpdate
        ? pastEntries(domain, sort).filter(({ id }) => !shop.latest.has(id))
        : pastEntries(domain, sort);
      if (isByUpdate) for (const entry of byUpdateTime(shop)) entries.push(entry);
      else {
        for (const id of shop.ids) {
          const order = find(id);
          if (order) entries.push({ key: sortKey(order, sort), id, order });
        }
      }
      entries.sort(compare);
      shop.sorted.set(sort, { changes: shop.changes, entries });
      return entries;
    },
  };
}

/** An entry of a past order, without the order. */
class PastEntry implements SortedOrder {
  readonly key: string;
  readonly id: number;
  readonly #load: (id: number) => StoredOrder;
  constructor(key: string, id: number, load: (id: number) => StoredOrder) {
    this.key = key;
    this.id = id;
    this.#load = load;
  }
  get order(): StoredOrder {
    return this.#load(this.id);
  }
}

/** The key of a past order without making it; undefined where only the order knows. */
function pastKey(place: PastSummary, sort: OrderSort): string | undefined {
  if (sort === 'UPDATED_AT' || sort === 'CREATED_AT' || sort === 'PROCESSED_AT') return place.createdAt;
  if (sort === 'ORDER_NUMBER') return String(place.number).padStart(12, '0');
  return sort === 'ID' ? String(place.id).padStart(16, '0') : undefined;
}

/** Keys that never change once an order exists. */
const fixedSorts = new Set<OrderSort>(['CREATED_AT', 'PROCESSED_AT', 'ORDER_NUMBER', 'ID']);

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
    shop.log = shop.log.filter((entry) => shop.latest.get(entry.id) === entry);
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

export function compare(a: { key: string; id: number }, b: { key: string; id: number }): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id - b.id;
}

function byUpdate(a: StoredOrder, b: StoredOrder): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  return a.id - b.id;
}
