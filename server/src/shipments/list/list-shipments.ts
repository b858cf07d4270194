import { homeCurrency } from '@courierdesk/contract/money';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { sql, type RawBuilder } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { totalForList, type Total } from './count-shipments.ts';
import { idsInOrder, type RowRange } from './ids-in-order.ts';
import { resolveListRequest, plainListRequest, needsStoredSpelling, type ListRequest } from './shipment-filters.ts';
import { sortShipments } from './sort-shipments.ts';
import { parcelsToDo } from '../record/parcels-to-do.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';

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
  | 'paid_amount'
  | 'cod'
  | 'booked_by'
  | 'tag'
  | 'final'
  | 'booking_state'
  | 'needs_attention'
> & {
  /** Times as in the reply, formatted by the database. */
  booked_at: string;
  delivered_at: string | null;
  created_at: string;
  /** Null for a parcel that is not late, or that nobody checked for a day. */
  late_since: string | null;
  /** Rupees: the value of the store orders; null if there is an amount to collect, or an order is in another currency. */
  value: string | null;
  /** Null for a company that we do not book with. */
  account_name: string | null;
};

type ListedPage = Total & { readonly rows: ListedShipment[] };

/** A page of the orders list, and the total. Returns the last page if the requested one is beyond it. */
export const pageOfShipments = (
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> => pageOrLast(query, (request) => pageOf(db, actor, request, now));

/** Reads a page near the beginning and the total in parallel. Reads a later page from the nearer end of the list. */
async function pageOf(
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListedPage> {
  const plain = plainListRequest(actor, query, now);
  const request =
    query.query || needsStoredSpelling(plain)
      ? await withShop(db, actor.shopId, (trx) => resolveListRequest(trx, actor, query, now))
      : plain;
  const page = fromBeginning(query);
  if (isNearBeginning(page)) {
    const [rows, total] = await Promise.all([rowsOf(db, request, page), totalOf(db, request)]);
    return { rows, ...total };
  }
  const total = await totalOf(db, request);
  // With `more`, the end of the list is unknown: reads from the beginning, up to the counted maximum.
  const range = total.more ? within(page, total.total) : fromNearerEnd(query, total.total);
  return { rows: await rowsOf(db, request, range), ...total };
}

const totalOf = (db: Db, request: ListRequest): Promise<Total> =>
  withShop(db, request.shopId, (trx) => totalForList(trx, request));

async function rowsOf(db: Db, request: ListRequest, range: RowRange): Promise<ListedShipment[]> {
  if (range.rows <= 0) return [];
  return withShop(db, request.shopId, (trx) => shipmentsInRange(trx, request, range).execute());
}

/** The ids come from an index alone, so only the rows of the page are read from the table. */
export function shipmentsInRange(trx: Db, request: ListRequest, range: RowRange) {
  const ids = idsInOrder(trx, request, range);
  return sortShipments(shownShipments(trx, request).where(sql<boolean>`s.id = any(array(${ids}))`), request.query);
}

const within = (page: RowRange, total: number): RowRange => ({
  ...page,
  rows: Math.min(page.rows, total - page.offset),
});

export const fromBeginning = ({ page, limit }: ShipmentsQuery): RowRange => ({
  rows: limit,
  offset: (page - 1) * limit,
  backwards: false,
});

export function fromNearerEnd(query: ShipmentsQuery, total: number): RowRange {
  const before = (query.page - 1) * query.limit;
  const rows = Math.min(query.limit, total - before);
  const after = total - before - rows;
  return after < before ? { rows, offset: after, backwards: true } : { rows, offset: before, backwards: false };
}

/** Skipping this many index entries is cheap. */
const nearBeginning = 1000;
export const isNearBeginning = ({ offset }: RowRange): boolean => offset < nearBeginning;

const instant = <T extends string | null>(time: RawBuilder<unknown>) =>
  sql<T>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const shownShipments = (trx: Db, { shopId, now }: ListRequest) =>
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
      's.paid_amount',
      's.booked_by',
      's.tag',
      's.final',
      's.booking_state',
      's.needs_attention',
      'a.name as account_name',
      instant<string>(sql`coalesce(s.booked_at, s.created_at)`).as('booked_at'),
      instant<string | null>(sql`s.delivered_at`).as('delivered_at'),
      instant<string>(sql`s.created_at`).as('created_at'),
      instant<string | null>(sql`case when ${parcelsToDo('LATE', shopId, now)} then s.late_from end`).as('late_since'),
      orderValue(shopId).as('value'),
    ]);

const orderValue = (shopId: string) => sql<string | null>`case when s.cod = 0 then (
  select case when bool_and(o.currency = ${homeCurrency}) then sum(o.total)::numeric(12, 2)::text end
  from shipment_order so
  join store_order o on o.shop_id = so.shop_id and o.id = so.store_order_id
  where so.shop_id = ${shopId} and so.shipment_id = s.id) end`;
