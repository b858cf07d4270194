import { defaultLimit } from '@courierdesk/contract/paging';
import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { withShop, withShopAtOnce } from '../db/tenancy.ts';
import { askedOf, askedPlainly, filtersOf, matchingShipments, type Asked } from './shipment-filters.ts';
import { inOrder } from './shipment-order.ts';
import type { ShipmentRow } from './shipment-row.ts';

export type ListedShipment = Pick<
  ShipmentRow,
  | 'id'
  | 'tracking_number'
  | 'status'
  | 'status_text'
  | 'payment_status'
  | 'destination_city'
  | 'company'
  | 'order_name'
  | 'consignee_name'
  | 'consignee_phone'
  | 'cod'
  | 'booked_by'
  | 'tag'
  | 'final'
  | 'booking_state'
  | 'needs_attention'
> & {
  /** Instants as the reply bears them: the database writes them faster than we read and write them again. */
  booked_at: string;
  delivered_at: string | null;
  created_at: string;
  account_name: string | null;
};

/**
 * A page of the orders list, and how many rows all pages have. A page near the beginning needs no total to be found:
 * where counters know the total, everything is asked for at once, else the page and its total beside each other on two
 * connections, and what the page shows by key in a second round.
 */
export async function pageOfShipments(
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<{ rows: ListedShipment[]; total: number }> {
  const { shopId } = actor;
  const asked = query.query
    ? await withShop(db, shopId, (trx) => askedOf(trx, actor, query, now))
    : askedPlainly(actor, query, now);
  if (isKnownPage(query)) {
    const [rows, total] = await withShopAtOnce(db, shopId, (trx) =>
      Promise.all([knownPage(trx, asked), countShipments(trx, asked)]),
    );
    return { rows, total };
  }
  if (isNearBeginning(query)) {
    const [rows, total] = await Promise.all([
      withShop(db, shopId, (trx) => idsOfPage(trx, asked, Infinity)).then((ids) => shownOf(db, shopId, ids)),
      withShop(db, shopId, (trx) => countShipments(trx, asked)),
    ]);
    return { rows, total };
  }
  const { ids, total } = await withShop(db, shopId, async (trx) => {
    const total = await countShipments(trx, asked);
    return { ids: await idsOfPage(trx, asked, total), total };
  });
  return { rows: await shownOf(db, shopId, ids), total };
}

async function shownOf(db: Db, shopId: string, ids: readonly string[]): Promise<ListedShipment[]> {
  if (ids.length === 0) return [];
  const rows = await withShopAtOnce(db, shopId, (trx) => listedShipments(trx, shopId, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Between both rounds a row may have been deleted.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reading so many entries of an index is nothing, whatever lies behind them. */
const nearBeginning = 1000;
export const isNearBeginning = (query: ShipmentsQuery): boolean => (query.page - 1) * query.limit < nearBeginning;

/** The pages of the usual length that people leaf to. */
const knownPages = 5;

/** The same index serves every value, so that the plan may be kept: one for each sort and page. */
export const isKnownPage = (query: ShipmentsQuery): boolean =>
  isInCounters(query) &&
  (query.status === undefined || query.sort === 'booked') &&
  query.limit === defaultLimit &&
  query.page <= knownPages;

/** A page whose plan is kept. Where it lies stands in its text: a plan for any page is one for a tenth of the table. */
export function knownPage(trx: Db, asked: Asked): Promise<ListedShipment[]> {
  const { shopId, query } = asked;
  const ids = inOrder(matchingShipments(trx, asked).select('s.id'), query)
    .limit(sql.lit(defaultLimit))
    .offset(sql.lit((query.page - 1) * defaultLimit));
  // As an array the index is searched once for all of them.
  const rows = shownShipments(trx, shopId).where(sql<boolean>`s.id = any(array${ids})`);
  return inOrder(rows, query).execute();
}

/**
 * The ids of a page of the orders list, of `total` rows. They come from the index alone, however far down it is; a page
 * in the second half is read from the end.
 */
export async function idsOfPage(trx: Db, asked: Asked, total: number): Promise<string[]> {
  const { query } = asked;
  const stretch = stretchOf(query, total);
  if (stretch.rows <= 0) return [];
  const page = await inOrder(matchingShipments(trx, asked).select('s.id'), query, stretch.backwards)
    .limit(stretch.rows)
    .$if(stretch.offset > 0, (rows) => rows.offset(stretch.offset))
    .execute();
  const ids = page.map((row) => row.id);
  return stretch.backwards ? ids.toReversed() : ids;
}

/** What the list shows of these, in no order. */
export function listedShipments(trx: Db, shopId: string, ids: readonly string[]): Promise<ListedShipment[]> {
  return shownShipments(trx, shopId)
    .where(sql<boolean>`s.id = any(${ids})`)
    .execute();
}

const instant = <T extends string | null>(time: string) =>
  sql<T>`to_char(${sql.raw(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const shownShipments = (trx: Db, shopId: string) =>
  trx
    .selectFrom('shipment as s')
    .leftJoin('courier_account as a', (join) =>
      join.onRef('a.shop_id', '=', 's.shop_id').onRef('a.id', '=', 's.account_id'),
    )
    .where('s.shop_id', '=', shopId)
    .select([
      's.id',
      's.tracking_number',
      's.status',
      's.status_text',
      's.payment_status',
      's.destination_city',
      's.company',
      's.order_name',
      's.consignee_name',
      's.consignee_phone',
      's.cod',
      's.booked_by',
      's.tag',
      's.final',
      's.booking_state',
      's.needs_attention',
      'a.name as account_name',
      instant<string>('coalesce(s.booked_at, s.created_at)').as('booked_at'),
      instant<string | null>('s.delivered_at').as('delivered_at'),
      instant<string>('s.created_at').as('created_at'),
    ]);

/** How many match: from the counters where only the status is asked for, else counted. */
export async function countShipments(trx: Db, asked: Asked): Promise<number> {
  const { shopId, query } = asked;
  if (isInCounters(query)) return totalOf(trx, shopId, query.status);
  const row = await matchingShipments(trx, asked)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

const isInCounters = (query: ShipmentsQuery): boolean => filtersOf(query).every((filter) => filter === 'status');

async function totalOf(trx: Db, shopId: string, status: string | undefined): Promise<number> {
  const row = await trx
    .selectFrom('shipment_count')
    .select(sql<number>`coalesce(sum(n), 0)`.as('n'))
    .where('shop_id', '=', shopId)
    .$if(status !== undefined, (counts) => counts.where('status', '=', status ?? ''))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

function stretchOf(query: ShipmentsQuery, total: number): { rows: number; offset: number; backwards: boolean } {
  const before = (query.page - 1) * query.limit;
  const rows = Math.min(query.limit, total - before);
  const after = total - before - rows;
  return after < before ? { rows, offset: after, backwards: true } : { rows, offset: before, backwards: false };
}
