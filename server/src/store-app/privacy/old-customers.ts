import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/** A parcel that ended long ago and whose customer is not erased. */
export type OldShipment = {
  readonly id: string;
  /** As PostgreSQL writes it: a Date has no microseconds. */
  readonly ended_at: string;
  readonly order_ids: readonly string[];
  /** Something of its orders is still open, so nothing of them is erased. */
  readonly open: boolean;
};

/** The moment so many years ago. */
export async function yearsBefore(trx: Db, now: Date, years: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${now}::timestamptz - make_interval(years => ${years}) as at`.execute(
    trx,
  );
  return rows[0]?.at ?? now;
}

/** The oldest of these parcels after the given one. */
export async function oldShipments(
  trx: Db,
  shopId: string,
  {
    endedBefore,
    after,
    limit,
  }: { readonly endedBefore: Date; readonly after?: OldShipment | undefined; readonly limit: number },
): Promise<OldShipment[]> {
  const later = after
    ? sql`and ${endedAt} >= ${after.ended_at}::timestamptz
          and (${endedAt} > ${after.ended_at}::timestamptz or s.id > ${after.id})`
    : sql``;
  const { rows } = await sql<OldShipment>`
    with old as (
      select s.id, ${endedAt} as ended_at from shipment as s
      where s.shop_id = ${shopId} and s.customer_erased_at is null and ${hasEnded} and ${endedAt} < ${endedBefore} ${later}
      order by ${endedAt}, s.id limit ${limit}
    )
    select old.id, old.ended_at::text as ended_at, array_agg(o.id) as order_ids, bool_or(${isOpen(shopId, endedBefore)}) as open
    from old
    join shipment_order as part on part.shop_id = ${shopId} and part.shipment_id = old.id
    join store_order as o on o.shop_id = ${shopId} and o.id = part.store_order_id
    group by old.id, old.ended_at order by old.ended_at, old.id`.execute(trx);
  return rows;
}

/** The orders in the parcel, and those in other parcels of these orders: what was merged is erased together. */
export async function ordersErasedWith(trx: Db, shopId: string, shipmentId: string): Promise<string[]> {
  const { rows } = await sql<{ platform_order_id: string }>`
    with recursive related as (
      select store_order_id from shipment_order where shop_id = ${shopId} and shipment_id = ${shipmentId}
      union
      select other.store_order_id from related
      join shipment_order as part on part.shop_id = ${shopId} and part.store_order_id = related.store_order_id
      join shipment_order as other on other.shop_id = ${shopId} and other.shipment_id = part.shipment_id
    )
    select o.platform_order_id from related
    join store_order as o on o.shop_id = ${shopId} and o.id = related.store_order_id`.execute(trx);
  return rows.map((row) => row.platform_order_id);
}

/** Whether one of the orders, or of their parcels, is not old enough or has something open. */
export async function isAnyOpen(
  trx: Db,
  shopId: string,
  orderIds: readonly string[],
  endedBefore: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from store_order as o
    where o.shop_id = ${shopId} and o.id = any(${[...orderIds]}::text[]) and ${isOpen(shopId, endedBefore)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** As in the index shipment_ended. */
const endedAt = sql`greatest(s.created_at, s.delivered_at, s.cancelled_at, s.status_at)`;
const hasEnded = sql`(s.final or s.booking_state in ('rejected', 'released'))`;

/** Of the order `o`. */
const isOpen = (shopId: string, endedBefore: Date): RawBuilder<boolean> => sql<boolean>`(
  exists (
    select from shipment_order as p join shipment as s on s.shop_id = p.shop_id and s.id = p.shipment_id
    where p.shop_id = ${shopId} and p.store_order_id = o.id and (
      not ${hasEnded} or ${endedAt} >= ${endedBefore}
      or (s.status = 'DELIVERED' and s.cod > 0 and s.payment_status = 'UNPAID')
      or exists (select from attention as a where a.shop_id = ${shopId} and a.shipment_id = s.id and a.closed_at is null)
      or exists (
        select from difference as d
        where d.shop_id = ${shopId} and d.shipment_id = s.id and d.state in ('open', 'repairing'))
      or exists (
        select from shipment_task_row as t
        where t.shop_id = ${shopId} and t.shipment_id = s.id and t.state in ('waiting', 'under-way'))
      or exists (
        select from customer_mail as c left join mail as m on m.shop_id = c.shop_id and m.id = c.mail_id
        where c.shop_id = ${shopId} and c.shipment_id = s.id and (c.state = 'waiting' or m.state = 'waiting'))))
  or exists (
    select from desired_store_state as w where w.shop_id = ${shopId} and w.store_order_id = o.id and w.state = 'due')
  or exists (
    select from batch_row as b
    where b.shop_id = ${shopId} and b.store_order_id = o.id and b.state in ('draft', 'queued', 'booking', 'changed')))`;
