import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { noShipments, shipmentsOfOrders, type HoldingShipment } from '../../shipments/record/find-shipments.ts';
import { storeOrdersByIds } from './find-store-orders.ts';
import {
  isNewestShipment,
  isReady,
  isUnbooked,
  matchingOrders,
  orderBy,
  startOfToday,
  type StoreOrdersRequest,
} from './order-filters.ts';
import type { StoreOrderRow } from './store-order-row.ts';

/** A store order and the parcels that hold its items, oldest first. */
export type ListedOrder = { readonly order: StoreOrderRow; readonly holding: readonly HoldingShipment[] };

/** How many orders there are of one city, as customers wrote it. */
export type OrdersOfCity = { readonly city: string; readonly key: string; readonly orders: number };

export async function openOrdersByCity(trx: Db, shopId: string): Promise<OrdersOfCity[]> {
  const { rows } = await sql<OrdersOfCity>`
    select o.city, o.city_key as key, count(*) as orders from store_order o
    where o.shop_id = ${shopId} and ${isUnbooked}
    group by o.city_key, o.city`.execute(trx);
  return rows;
}

/** The same for the orders of a tab, most orders first. Of all orders, only the index is read: it has cities in lower case. */
export async function ordersByCity(trx: Db, request: StoreOrdersRequest, limit: number): Promise<OrdersOfCity[]> {
  const city = request.query.tab === 'all' ? sql`o.city_key` : sql`o.city`;
  const { rows } = await sql<OrdersOfCity>`
    select ${city} as city, o.city_key as key, count(*) as orders ${matchingOrders(request)} and o.city_key <> ''
    group by o.city_key, ${city} order by 3 desc, 2 limit ${limit}`.execute(trx);
  return rows;
}

/** The numbers of unbooked orders that are ready, and that need a look. */
export async function countOpen(trx: Db, request: StoreOrdersRequest): Promise<{ ready: number; look: number }> {
  const { rows } = await sql<{ ready: number; unbooked: number }>`
    select count(*) filter (where ${isReady(request)}) as ready, count(*) as unbooked from store_order o
    where o.shop_id = ${request.shopId} and ${isUnbooked}`.execute(trx);
  const { ready = 0, unbooked = 0 } = rows[0] ?? {};
  return { ready, look: unbooked - ready };
}

/** Every city of the shop's orders, in lower case. Takes one index step per city, not per order. */
export async function cityKeysOfShop(trx: Db, shopId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive city (key) as (
      (select city_key from store_order where shop_id = ${shopId} and deleted_at is null order by city_key limit 1)
      union all
      select (
        select city_key from store_order where shop_id = ${shopId} and deleted_at is null and city_key > city.key
        order by city_key limit 1)
      from city where city.key is not null
    )
    select key from city where key <> ''`.execute(trx);
  return rows.map((row) => row.key);
}

export async function countBookedToday(trx: Db, request: StoreOrdersRequest): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from shipment s
    join shipment_order h on ${isNewestShipment}
    where s.shop_id = ${request.shopId} and s.tracking_number is not null and s.booked_at >= ${startOfToday(request)}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** The number of all mirrored orders, from a counter that triggers maintain. */
export async function countAllOrders(trx: Db, shopId: string): Promise<number> {
  const row = await trx.selectFrom('store_order_count').select('n').where('shop_id', '=', shopId).executeTakeFirst();
  return row?.n ?? 0;
}

/** The number of orders of a tab that match the filters. */
export async function countMatching(trx: Db, request: StoreOrdersRequest): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${matchingOrders(request)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** The ids of one page of the list. Reads only an index. */
export async function pageOfIds(
  trx: Db,
  request: StoreOrdersRequest,
  page: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id ${matchingOrders(request)} order by ${orderBy(request.query)} limit ${page.limit} offset ${page.offset}`.execute(
    trx,
  );
  return rows.map((row) => row.id);
}

/** The orders with their parcels, in the order of `ids`. */
export async function listedOrders(trx: Db, shopId: string, ids: readonly string[]): Promise<ListedOrder[]> {
  const orders = await storeOrdersByIds(trx, shopId, ids);
  const parcels = await shipmentsOfOrders(trx, shopId, ids);
  return ids.flatMap((id) => {
    const order = orders.get(id);
    return order ? [{ order, ...(parcels.get(id) ?? noShipments) }] : [];
  });
}
