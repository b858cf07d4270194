import { firstId as firstLiveId } from '../protocol/ids.ts';
import type { StoredOrder } from './order.ts';
import type { StoredShop } from './shop.ts';
import type { Shops } from './shops.ts';

/** A past order: where it is in its store's past, and an id for each of its parts. */
export type PastPlace = {
  shop: StoredShop;
  /** From 1, oldest first. */
  serial: number;
  of: number;
  createdAt: string;
  nextId(): number;
};

/**
 * Orders that a store had before the sandbox began. They are not stored: each is made again when it is read, always the
 * same, so that a store can have a hundred thousand. A past order that changes is stored like any other.
 */
export type PastOrders = {
  count(domain: string): number;
  /** The order that has this id, or a part with this id. */
  byId(id: number): StoredOrder | undefined;
  byName(domain: string, name: string): StoredOrder | undefined;
  /** Oldest first. */
  places(domain: string): PastSummary[];
};

export type PastSummary = {
  id: number;
  number: number;
  createdAt: string;
};

const firstId = 2_000_000_000_000;
const firstShop = 70_000_000_000;
const idsPerShop = 1_000_000_000;
const idsPerOrder = 64;
const firstNumber = 1_000_000;
const dayMs = 86_400_000;

export function openPastOrders(shops: Shops, make: (place: PastPlace) => StoredOrder): PastOrders {
  function orderAt(shop: StoredShop | undefined, serial: number): StoredOrder | undefined {
    const of = shop?.past?.orders ?? 0;
    if (!shop || serial < 1 || serial > of) return undefined;
    let next = idOf(shop, serial);
    return make({ shop, serial, of, createdAt: timeOf(shop, serial), nextId: () => next++ });
  }

  return {
    count: (domain) => shops.get(domain)?.past?.orders ?? 0,
    byId(id) {
      const index = Math.floor((id - firstId) / idsPerShop);
      const shop = shops.all().find((one) => one.id - firstShop === index);
      const offset = id - firstId - index * idsPerShop;
      return orderAt(shop, Math.floor(offset / idsPerOrder));
    },
    byName(domain, name) {
      const [, number] = /^#(\d+)$/.exec(name) ?? [];
      return orderAt(shops.get(domain), Number(number ?? 0) - firstNumber);
    },
    places(domain) {
      const shop = shops.get(domain);
      if (!shop) return [];
      return Array.from({ length: shop.past?.orders ?? 0 }, (_, index) => ({
        id: idOf(shop, index + 1),
        number: pastNumber(index + 1),
        createdAt: timeOf(shop, index + 1),
      }));
    },
  };
}

/** Ids of what the sandbox itself made begin higher. */
export const isPast = (id: number): boolean => id < firstLiveId;

export const pastNumber = (serial: number): number => firstNumber + serial;

const idOf = (shop: StoredShop, serial: number): number =>
  firstId + (shop.id - firstShop) * idsPerShop + serial * idsPerOrder;

/** Evenly spread over the store's days before the past was set. */
function timeOf(shop: StoredShop, serial: number): string {
  if (!shop.past) return shop.createdAt;
  const { orders, days, until } = shop.past;
  return new Date(Date.parse(until) - ((orders - serial) * days * dayMs) / orders).toISOString();
}
