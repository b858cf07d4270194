import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { storeOrderRow, type StoreOrderRow } from '../../store/orders/store-order-row.ts';

const dayMs = 86_400_000;
/** Shopify hides older orders from us, so they cannot be compared. */
const comparedDays = 59;
/** Parcels that ended longer ago are no longer compared, unless they have an open difference. */
const endedDays = 14;

/** The first id that a row made at this time can have. */
const idAt = (at: Date): string => at.getTime().toString(16).padStart(12, '0').padEnd(24, '0');

const comparedSince = (now: Date): Date => new Date(now.getTime() - comparedDays * dayMs);

/** True for differences about a shipment or store order that is too old to be compared. */
export const isTooOld = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`coalesce(shipment_id, store_order_id) < ${idAt(comparedSince(now))}`;

/** Shipments (`s`) that are compared with the store. */
const isCompared = (shopId: string, now: Date): RawBuilder<boolean> => sql<boolean>`
  s.shop_id = ${shopId} and s.id >= ${idAt(comparedSince(now))} and s.tracking_number is not null
  and s.booking_state = 'booked' and s.status in ('FULFILLED', 'INPROCESS', 'DELIVERED')
  and (not s.final or s.status_at >= ${new Date(now.getTime() - endedDays * dayMs)} or s.id in (
    select d.shipment_id from difference as d
    where d.shop_id = ${shopId} and d.state in ('open', 'dismissed') and d.shipment_id is not null))`;

/**
 * Store orders (`o`) that may be fulfilled without a parcel of ours: no shipment holds them. Orders from before the
 * installation are the shop's past. The store's times are whole seconds.
 */
const mayLackParcel = (shopId: string, now: Date): RawBuilder<boolean> => sql<boolean>`
  o.shop_id = ${shopId} and o.id >= ${idAt(comparedSince(now))} and not o.held and o.deleted_at is null and not exists (
    select from shipment_order as h where h.shop_id = o.shop_id and h.store_order_id = o.id and h.holds)
  and o.cancelled_at is null and o.fulfilment_status in ('FULFILLED', 'PARTIALLY_FULFILLED')
  and o.placed_at >= ${comparedSince(now)}
  and o.updated_at >= (select date_trunc('second', installed_at) from shop where id = ${shopId})`;

/** How much a comparison has to do: parcels, orders and courier accounts. */
export async function countWork(trx: Db, shopId: string, now: Date): Promise<{ isInstalled: boolean; total: number }> {
  const { rows } = await sql<{ installed: boolean; parcels: number; orders: number; accounts: number }>`
    select
      exists (select from shop where id = ${shopId} and installed_at is not null and uninstalled_at is null) as installed,
      (select count(*) from shipment as s where ${isCompared(shopId, now)}) as parcels,
      (select count(*) from store_order as o where ${mayLackParcel(shopId, now)}) as orders,
      (select count(*) from courier_account where shop_id = ${shopId} and not in_active) as accounts`.execute(trx);
  const [counts] = rows;
  if (!counts) return { isInstalled: false, total: 0 };
  return { isInstalled: counts.installed, total: counts.parcels + counts.orders + counts.accounts };
}

/** The next parcels to compare, by id. */
export async function shipmentsAfter(
  trx: Db,
  shopId: string,
  { position, limit, now }: { position: string; limit: number; now: Date },
): Promise<ShipmentRow[]> {
  return trx
    .selectFrom('shipment as s')
    .selectAll('s')
    .where(isCompared(shopId, now))
    .where('s.id', '>', position)
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** The next store orders that may be fulfilled without a parcel, by id. */
export async function ordersAfter(
  trx: Db,
  shopId: string,
  { position, limit, now }: { position: string; limit: number; now: Date },
): Promise<StoreOrderRow[]> {
  const rows = await trx
    .selectFrom('store_order as o')
    .selectAll('o')
    .where(mayLackParcel(shopId, now))
    .where('o.id', '>', position)
    .orderBy('o.id')
    .limit(limit)
    .execute();
  return rows.map(storeOrderRow);
}

/** Which of these numbers are ours, whatever became of their bookings. `LEOPARD:LE123` */
export async function knownNumbers(trx: Db, shopId: string, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ company: string; number: string }>`
    select company, tracking_number as number from shipment
    where shop_id = ${shopId} and tracking_number = any(${[...numbers]}::text[])
    union all
    select company, deleted_number from shipment
    where shop_id = ${shopId} and deleted_number = any(${[...numbers]}::text[])
    union all
    select s.company, l.tracking_number from late_consignment l
    join shipment s on s.shop_id = l.shop_id and s.id = l.shipment_id
    where l.shop_id = ${shopId} and l.tracking_number = any(${[...numbers]}::text[])`.execute(trx);
  return new Set(rows.map(({ company, number }) => `${company}:${number}`));
}

/** Our shipments with these references. */
export async function shipmentsByReference(
  trx: Db,
  shopId: string,
  references: readonly string[],
): Promise<Map<string, ShipmentRow>> {
  const rows = await trx
    .selectFrom('shipment')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('reference', '=', anyOf(references))
    .execute();
  return new Map(rows.map((row) => [row.reference, row]));
}

/** The names of store orders by their capitals and digits alone, as references have them: `#KHI-1043` by `KHI1043`. */
export async function orderNamesInReferences(
  trx: Db,
  shopId: string,
  names: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ written: string; names: string[] }>`
    select written, array_agg(distinct name) as names
    from store_order, regexp_replace(upper(name), '[^A-Z0-9]', '', 'g') as written
    where shop_id = ${shopId} and id >= ${idAt(comparedSince(now))} and written = any(${[...names]}::text[])
    group by written`.execute(trx);
  return new Map(rows.map((row) => [row.written, row.names]));
}

/** The last case "changed after booking" of each shipment. */
export async function lastChangeCases(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, { closed_by: string | null; detail: unknown }>> {
  const rows = await trx
    .selectFrom('attention')
    .distinctOn('shipment_id')
    .select(['shipment_id', 'closed_by', 'detail'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('kind', '=', 'changed-after-booking')
    .orderBy('shipment_id')
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.shipment_id, row]));
}
