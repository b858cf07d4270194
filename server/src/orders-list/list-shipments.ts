import { defaultLimit } from '@courierdesk/contract/paging';
import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { CompiledOnce } from '../db/compiled-once.ts';
import { pageOrLast } from '../db/page-or-last.ts';
import { keepPrepared } from '../db/preparing-client.ts';
import { withShop, withShopAtOnce, withShopPlannedAtOnce } from '../db/tenancy.ts';
import { isInCounters, totalForList, type Total } from './count-shipments.ts';
import { idsInOrder, type Stretch } from './ids-in-order.ts';
import {
  askedOf,
  askedPlainly,
  inPlaces,
  mayBeSpelledOtherwise,
  placedValues,
  shapeOf,
  shipmentsWith,
  type ListRequest,
  type WantedValues,
} from './shipment-filters.ts';
import { inOrder } from './sort-shipments.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

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
  /** What the store orders are worth, where nothing is left to collect. */
  value: string | null;
  /** Null: of a company that we do not book with, so nobody follows it. */
  account_name: string | null;
};

type ListedPage = Total & { readonly rows: ListedShipment[] };

/** A page of the orders list, the last one where it lies beyond, and how many rows all pages have. */
export const pageOfShipments = (
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> => pageOrLast(query, (asked) => pageOf(db, actor, asked, now));

/**
 * A page near the beginning needs no total to be found:
 * where counters know the total, everything is asked for at once, else the page and its total beside each other on two
 * connections. A page further down is read from the nearer end, once its total is known.
 */
async function pageOf(
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> {
  const { shopId } = actor;
  const plainly = askedPlainly(actor, query, now);
  const asked =
    query.query || mayBeSpelledOtherwise(plainly)
      ? await withShop(db, shopId, (trx) => askedOf(trx, actor, query, now))
      : plainly;
  if (isKnownPage(asked)) {
    const [rows, total] = await withShopAtOnce(db, shopId, (trx) =>
      Promise.all([knownPage(trx, asked), totalForList(trx, asked)]),
    );
    return { rows, ...total };
  }
  const page = fromBeginning(query);
  if (isNearBeginning(page)) {
    const [rows, total] = await Promise.all([rowsOf(db, asked, page), totalOf(db, asked)]);
    return { rows, ...total };
  }
  const total = await totalOf(db, asked);
  // Where the end of the list is not known, it is read from its beginning, no further than it was counted.
  const stretch = total.more ? within(page, total.total) : fromNearerEnd(query, total.total);
  return { rows: await rowsOf(db, asked, stretch), ...total };
}

const within = (page: Stretch, total: number): Stretch => ({ ...page, rows: Math.min(page.rows, total - page.offset) });

/** How many match: from the counters as statements that stay prepared, or counted. */
const totalOf = (db: Db, asked: ListRequest): Promise<Total> =>
  (isInCounters(asked) ? withShopAtOnce : withShopPlannedAtOnce)(db, asked.shopId, (trx) => totalForList(trx, asked));

/** One round: the database hands the ids from the statement that finds them to the one that shows them. */
async function rowsOf(db: Db, asked: ListRequest, stretch: Stretch): Promise<ListedShipment[]> {
  if (stretch.rows <= 0) return [];
  const [ids, rows] = await withShopPlannedAtOnce(db, asked.shopId, (trx) =>
    Promise.all([keepIds(trx, asked, stretch), keptShipments(trx, asked.shopId)]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Between both statements a row may have been deleted.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const fromBeginning = ({ page, limit }: ShipmentsQuery): Stretch => ({
  rows: limit,
  offset: (page - 1) * limit,
  backwards: false,
});

/** Where a page lies, from the nearer end. */
export function fromNearerEnd(query: ShipmentsQuery, total: number): Stretch {
  const before = (query.page - 1) * query.limit;
  const rows = Math.min(query.limit, total - before);
  const after = total - before - rows;
  return after < before ? { rows, offset: after, backwards: true } : { rows, offset: before, backwards: false };
}

/** Reading so many entries of an index is nothing, whatever lies behind them. */
const nearBeginning = 1000;
export const isNearBeginning = ({ offset }: Stretch): boolean => offset < nearBeginning;

/** The pages of the usual length that people leaf to. */
const maxKnownPages = 5;

/** The same index serves every value, so that the plan may be kept: one for each filter, sort and page. */
export const isKnownPage = (asked: ListRequest): boolean =>
  isInCounters(asked) &&
  (asked.wanted.length === 0 || (isOneValue(asked.wanted) && asked.query.sort === 'booked')) &&
  asked.query.limit === defaultLimit &&
  asked.query.page <= maxKnownPages;

const isOneValue = ([only, ...others]: readonly WantedValues[]): boolean =>
  only?.values.length === 1 && others.length === 0;

const knownPages = new CompiledOnce<ListedShipment>();

/** A page whose plan is kept. Where it lies stands in its text: a plan for any page is one for a tenth of the table. */
export function knownPage(trx: Db, { shopId, query, wanted }: ListRequest): Promise<ListedShipment[]> {
  const shape = [query.sort, query.dir, query.page, shapeOf(wanted)].join();
  return knownPages.rows(trx, shape, placedValues(shopId, wanted), (place) => {
    const ids = inOrder(shipmentsWith(trx, place('shop'), inPlaces(wanted, place)).select('s.id'), query)
      .limit(sql.lit(defaultLimit))
      .offset(sql.lit(fromBeginning(query).offset));
    // As an array the index is searched once for all of them.
    const shown = shownShipments(trx, place('shop')).where(sql<boolean>`s.id = any(array${ids})`);
    return inOrder(shown, query);
  });
}

/** The ids of a stretch, kept for the statement after it. They come from the index alone, however far down it is. */
export async function keepIds(trx: Db, asked: ListRequest, stretch: Stretch): Promise<string[]> {
  const page = idsInOrder(trx, asked, stretch);
  const kept = await trx
    .selectFrom(page.as('page'))
    .select(sql<string>`set_config('app.page', coalesce(string_agg(page.id, ','), ''), true)`.as('ids'))
    .executeTakeFirst();
  const ids = kept?.ids ? kept.ids.split(',') : [];
  return stretch.backwards ? ids.toReversed() : ids;
}

/** What the list shows of the ids that were kept, in no order. Its plan is kept too: it costs more than the rows. */
export const keptShipments = (trx: Db, shopId: string): Promise<ListedShipment[]> =>
  shownShipments(trx, shopId)
    .where(sql<boolean>`s.id = any(string_to_array(current_setting('app.page'), ','))`)
    .modifyEnd(sql.raw(keepPrepared))
    .execute();

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
      orderValue.as('value'),
    ]);

const orderValue = sql<string | null>`case when s.cod = 0 then (
  select sum(o.total)::numeric(12, 2)::text from shipment_order so
  join store_order o on o.shop_id = so.shop_id and o.id = so.store_order_id
  where so.shop_id = s.shop_id and so.shipment_id = s.id) end`;
