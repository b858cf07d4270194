import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import {
  beginsWith,
  enoughMatches,
  hasNumber,
  likeAll,
  maxByCustomer,
  maxFromIndex,
  maxRareRows,
  rarePatterns,
} from './search-queries.ts';
import { customerPatterns, nameMatches, orderMatches, phoneMatches, type SearchTerms } from './search-terms.ts';

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersOf>['execute']>>[number];

export type OrderMatch = OrderRow & { readonly at: Date; readonly exact: boolean; readonly byCustomer: boolean };

/** Rows are wide, so fewer than of parcels. */
const newest = 2000;

/** Store orders that match. Each query is bounded, whatever the text. May contain an order more than once. */
export async function findOrders(trx: Db, shopId: string, terms: SearchTerms): Promise<OrderMatch[]> {
  const rows = await newestOrders(trx, shopId, terms);
  for (const query of indexed(ordersOf(trx, shopId), terms)) rows.push(...(await query.limit(maxFromIndex).execute()));
  const found = rows.flatMap((row) => match(row, terms));
  if (found.length >= enoughMatches) return found;
  const rare = await rareOrders(trx, shopId, terms);
  return [...found, ...rare.flatMap((row) => match(row, terms))];
}

const ordersOf = (trx: Db, shopId: string) =>
  trx
    .selectFrom('store_order as o')
    .select([
      'o.id',
      'o.name',
      'o.customer_name',
      'o.phone',
      'o.phone2',
      'o.city',
      'o.placed_at',
      'o.cancelled_at',
      'o.held',
      'o.to_ship',
    ])
    .where('o.shop_id', '=', shopId)
    .where('o.deleted_at', 'is', null);

/** Queries that read a part of one index. */
function indexed(orders: ReturnType<typeof ordersOf>, { order, phone }: SearchTerms) {
  return [
    ...(order ? [orders.where('o.name', 'in', order.names), orders.where(hasNumber(order))] : []),
    ...(phone?.kind === 'whole' ? [orders.where('o.phone', '=', phone.digits).orderBy('o.placed_at', 'desc')] : []),
    ...(phone?.kind === 'beginning' ? [orders.where(beginsWith('o.phone', phone.digits))] : []),
  ];
}

/** The search text has lines. Our patterns have a space before a word. */
const oneLine = sql<string>`replace(search_text, E'\\n', ' ')`;

async function newestOrders(trx: Db, shopId: string, terms: SearchTerms): Promise<OrderRow[]> {
  const patterns = customerPatterns(terms);
  if (patterns.length === 0) return [];
  const recent = trx
    .selectFrom('store_order')
    .select(['id', oneLine.as('text')])
    .where('shop_id', '=', shopId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .as('recent');
  const ids = trx.selectFrom(recent).select('recent.id').where(likeAll('recent.text', patterns)).limit(maxByCustomer);
  return ordersOf(trx, shopId)
    .where(sql<boolean>`o.id = any(array(${ids}))`)
    .execute();
}

async function rareOrders(trx: Db, shopId: string, terms: SearchTerms): Promise<OrderRow[]> {
  const patterns = customerPatterns(terms);
  const rare = rarePatterns(patterns);
  if (!rare) return [];
  const found = await sql<{ id: string }>`
    select rare_store_orders(${rare.first}, ${rare.second}, ${maxRareRows}) as id`.execute(trx);
  const ids = found.rows.map(({ id }) => id);
  return ordersOf(trx, shopId)
    .where('o.id', '=', anyOf(ids))
    .where(sql<boolean>`${oneLine} like all(${patterns}::text[])`)
    .orderBy('o.placed_at', 'desc')
    .limit(maxByCustomer)
    .execute();
}

function match(row: OrderRow, { order, phone, words }: SearchTerms): OrderMatch[] {
  const byCustomer =
    nameMatches(row.customer_name, words) || phoneMatches(row.phone, phone) || phoneMatches(row.phone2, phone);
  const exact = orderMatches(row.name, order) || (phone?.kind === 'whole' && byCustomer);
  return exact || byCustomer ? [{ ...row, at: row.placed_at, exact, byCustomer }] : [];
}
