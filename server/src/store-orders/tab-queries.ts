import { spellingsOf } from '@courierdesk/contract/phones';
import type { StoreOrdersTab } from '@courierdesk/contract/store-orders';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { StoreOrder } from '../db/schema.ts';
import { storeOrderRow, type StoreOrderRow } from './store-order-row.ts';

/** A store order and the shipment that holds it. */
export type ListedOrder = {
  readonly order: StoreOrderRow;
  readonly holder: { id: string; tracking_number: string | null; booking_state: string; company: string } | undefined;
};

export type TabFilter = {
  readonly shopId: string;
  readonly tab: StoreOrdersTab;
  /** Text to search for, or empty. */
  readonly words: string;
  /** Spellings that the default account's courier does not know for certain. */
  readonly uncertainCities: readonly string[];
  readonly startOfDay: Date;
};

/** How the orders that wait to be booked spread over the cities as written. */
export async function openOrdersByCity(
  trx: Db,
  shopId: string,
): Promise<{ city: string; clean: number; withProblems: number }[]> {
  const { rows } = await sql<{ city: string; clean: number; withProblems: number }>`
    select o.city,
      count(*) filter (where o.problems = '{}') as clean,
      count(*) filter (where o.problems <> '{}') as "withProblems"
    from store_order o
    where o.shop_id = ${shopId} and ${open}
    group by o.city`.execute(trx);
  return rows;
}

export async function countBookedToday(trx: Db, shopId: string, startOfDay: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from shipment s
    join shipment_order h on h.shop_id = s.shop_id and h.shipment_id = s.id and h.holds
    where s.shop_id = ${shopId} and s.tracking_number is not null and s.booked_at >= ${startOfDay}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** All orders of the mirror, from the counter that is kept with it. */
export async function countAll(trx: Db, shopId: string): Promise<number> {
  const row = await trx.selectFrom('store_order_count').select('n').where('shop_id', '=', shopId).executeTakeFirst();
  return row?.n ?? 0;
}

/** How many orders of a tab the search finds. */
export async function countFound(trx: Db, filter: TabFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${ordersIn(filter)}) as found`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** The page is cut before the holders are looked up, so that a page far down costs no more of these. */
export async function ordersOfTab(
  trx: Db,
  filter: TabFilter,
  page: { limit: number; offset: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql<Listed>`
    select o.*, s.id as holder_id, s.tracking_number as holder_number, s.booking_state as holder_state,
      s.company as holder_company
    from (${ordersIn(filter)} order by listed_at desc, id desc limit ${page.limit} offset ${page.offset}) as o
    left join shipment_order h on h.shop_id = o.shop_id and h.store_order_id = o.id and h.holds
    left join shipment s on s.shop_id = h.shop_id and s.id = h.shipment_id
    order by o.listed_at desc, o.id desc`.execute(trx);
  return rows.map(({ holder_id, holder_number, holder_state, holder_company, ...order }) => ({
    order: storeOrderRow(order),
    holder:
      holder_id === null
        ? undefined
        : { id: holder_id, tracking_number: holder_number, booking_state: holder_state, company: holder_company },
  }));
}

type Listed = Selectable<StoreOrder> & {
  listed_at: Date;
  holder_id: string | null;
  holder_number: string | null;
  holder_state: string;
  holder_company: string;
};

/** The orders of a tab; `listed_at` is what they are sorted by. */
function ordersIn({ shopId, tab, words, uncertainCities, startOfDay }: TabFilter) {
  const found = words === '' ? sql`true` : searched(words);
  const uncertain = sql`o.city = any(${[...uncertainCities]}::text[])`;
  const orders = sql`select o.*, o.placed_at as listed_at from store_order o where o.shop_id = ${shopId} and ${found}`;
  switch (tab) {
    case 'ready':
      return sql`${orders} and ${open} and o.problems = '{}' and not ${uncertain}`;
    case 'look':
      return sql`${orders} and ${open} and (o.problems <> '{}' or ${uncertain})`;
    case 'booked-today':
      return sql`select o.*, s.booked_at as listed_at
        from shipment s
        join shipment_order h on h.shop_id = s.shop_id and h.shipment_id = s.id and h.holds
        join store_order o on o.shop_id = h.shop_id and o.id = h.store_order_id
        where s.shop_id = ${shopId} and s.tracking_number is not null and s.booked_at >= ${startOfDay} and ${found}`;
    case 'all':
      return sql`${orders} and o.deleted_at is null`;
  }
}

const open = sql`o.cancelled_at is null and o.deleted_at is null and o.to_ship > 0 and not o.held`;

/** Trigrams need three characters; shorter words are taken for an order's name. */
function searched(words: string) {
  if (words.length < 3) return sql`o.name in (${words}, ${`#${words}`})`;
  const found = spellingsOf(words).map(
    (spelling) => sql`select search_store_orders(${spelling.replace(/[\\%_]/g, String.raw`\$&`)})`,
  );
  return sql`o.id in (${sql.join(found, sql` union `)})`;
}
