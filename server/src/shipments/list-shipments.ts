import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { askedOf, askedPlainly, filtersOf, matchingShipments, type Asked } from './shipment-filters.ts';
import { inOrder } from './shipment-order.ts';
import type { ShipmentRow } from './shipment-row.ts';

export type ListedShipment = Pick<
  ShipmentRow,
  | 'id'
  | 'tracking_number'
  | 'booked_at'
  | 'status'
  | 'status_text'
  | 'payment_status'
  | 'destination_city'
  | 'delivered_at'
  | 'company'
  | 'order_name'
  | 'consignee_name'
  | 'consignee_phone'
  | 'cod'
  | 'created_at'
  | 'booked_by'
  | 'tag'
  | 'final'
  | 'booking_state'
  | 'needs_attention'
> & { account_name: string | null };

/**
 * A page of the orders list, and how many rows all pages have. The first page needs no total to be found, so both are
 * asked for at once: on two connections where rows must be counted, on one where counters know.
 */
export async function pageOfShipments(
  db: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: ShipmentsQuery,
  now: Date,
): Promise<{ rows: ListedShipment[]; total: number }> {
  const inShop = <T>(work: (trx: Db) => Promise<T>): Promise<T> => withShop(db, actor.shopId, work);
  const ask = (trx: Db): Promise<Asked> => askedOf(trx, actor, query, now);
  if (query.page === 1 && !isInCounters(query)) {
    const asked = query.query ? await inShop(ask) : askedPlainly(actor, query, now);
    const [rows, total] = await Promise.all([
      inShop((trx) => listShipments(trx, asked, Infinity)),
      inShop((trx) => countShipments(trx, asked)),
    ]);
    return { rows, total };
  }
  return inShop(async (trx) => {
    const asked = await ask(trx);
    if (query.page === 1) {
      const [rows, total] = await Promise.all([listShipments(trx, asked, Infinity), countShipments(trx, asked)]);
      return { rows, total };
    }
    const total = await countShipments(trx, asked);
    return { rows: await listShipments(trx, asked, total), total };
  });
}

/**
 * A page of the orders list, of `total` rows. The ids of the page come from the index alone, however far down it is; a
 * page in the second half is read from the end.
 */
export async function listShipments(trx: Db, asked: Asked, total: number): Promise<ListedShipment[]> {
  const { shopId, query } = asked;
  const stretch = stretchOf(query, total);
  if (stretch.rows <= 0) return [];
  const page = inOrder(matchingShipments(trx, asked).select('s.id'), query, stretch.backwards)
    .limit(stretch.rows)
    .offset(stretch.offset)
    .as('page');
  const rows = trx
    .selectFrom(page)
    .innerJoin('shipment as s', (join) => join.on('s.shop_id', '=', shopId).onRef('s.id', '=', 'page.id'))
    .leftJoin('courier_account as a', (join) => join.on('a.shop_id', '=', shopId).onRef('a.id', '=', 's.account_id'))
    .select([
      's.id',
      's.tracking_number',
      's.booked_at',
      's.status',
      's.status_text',
      's.payment_status',
      's.destination_city',
      's.delivered_at',
      's.company',
      's.order_name',
      's.consignee_name',
      's.consignee_phone',
      's.cod',
      's.created_at',
      's.booked_by',
      's.tag',
      's.final',
      's.booking_state',
      's.needs_attention',
      'a.name as account_name',
    ]);
  return inOrder(rows, query).execute();
}

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
