import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { pageOrLast } from '../db/page-or-last.ts';
import { withShop } from '../db/tenancy.ts';
import { totalForList, type Total } from './count-shipments.ts';
import { idsInOrder, type Stretch } from './ids-in-order.ts';
import { askedOf, askedPlainly, mayBeSpelledOtherwise, type ListRequest } from './shipment-filters.ts';
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
  /** Times as the reply has them, written by the database. */
  booked_at: string;
  delivered_at: string | null;
  created_at: string;
  /** The value of the store orders, if nothing is left to collect. */
  value: string | null;
  /** Null for a company that we do not book with. */
  account_name: string | null;
};

type ListedPage = Total & { readonly rows: ListedShipment[] };

/** A page of the orders list (the last one, if the page is beyond it), and how many rows all pages have. */
export const pageOfShipments = (
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> => pageOrLast(query, (asked) => pageOf(db, actor, asked, now));

/** A page near the beginning and the total are read side by side. A page further down is read from the nearer end. */
async function pageOf(
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> {
  const plain = askedPlainly(actor, query, now);
  const asked =
    query.query || mayBeSpelledOtherwise(plain)
      ? await withShop(db, actor.shopId, (trx) => askedOf(trx, actor, query, now))
      : plain;
  const page = fromBeginning(query);
  if (isNearBeginning(page)) {
    const [rows, total] = await Promise.all([rowsOf(db, asked, page), totalOf(db, asked)]);
    return { rows, ...total };
  }
  const total = await totalOf(db, asked);
  // With `more`, the end of the list is unknown: read from the beginning, but no further than it was counted.
  const stretch = total.more ? within(page, total.total) : fromNearerEnd(query, total.total);
  return { rows: await rowsOf(db, asked, stretch), ...total };
}

const totalOf = (db: Db, asked: ListRequest): Promise<Total> =>
  withShop(db, asked.shopId, (trx) => totalForList(trx, asked), { pipelined: true });

async function rowsOf(db: Db, asked: ListRequest, stretch: Stretch): Promise<ListedShipment[]> {
  if (stretch.rows <= 0) return [];
  return withShop(db, asked.shopId, (trx) => stretchOfShipments(trx, asked, stretch).execute(), { pipelined: true });
}

/** The ids come from an index alone; only the rows of the page are visited. */
export function stretchOfShipments(trx: Db, asked: ListRequest, stretch: Stretch) {
  const ids = idsInOrder(trx, asked, stretch);
  return inOrder(shownShipments(trx, asked.shopId).where(sql<boolean>`s.id = any(array(${ids}))`), asked.query);
}

const within = (page: Stretch, total: number): Stretch => ({ ...page, rows: Math.min(page.rows, total - page.offset) });

export const fromBeginning = ({ page, limit }: ShipmentsQuery): Stretch => ({
  rows: limit,
  offset: (page - 1) * limit,
  backwards: false,
});

export function fromNearerEnd(query: ShipmentsQuery, total: number): Stretch {
  const before = (query.page - 1) * query.limit;
  const rows = Math.min(query.limit, total - before);
  const after = total - before - rows;
  return after < before ? { rows, offset: after, backwards: true } : { rows, offset: before, backwards: false };
}

/** Skipping this many entries of an index costs next to nothing. */
const nearBeginning = 1000;
export const isNearBeginning = ({ offset }: Stretch): boolean => offset < nearBeginning;

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
