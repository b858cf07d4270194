import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { DB, DesiredStoreState, ShipmentOrder } from '../../base/db/schema.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import { orderIsLeased } from './sync-lease.ts';

type Desired = { readonly desired: DesiredStoreState };
type Change = Omit<UpdateObject<DB & Desired, 'desired'>, 'version' | 'synced_version' | 'updated_at'>;

/**
 * The one way to change what the store should show. The rows are due afterwards, since their version is ahead of the synced
 * one, but for those whose tries ended without success. The caller adds which rows of the shop.
 */
export const changeDesiredState = (trx: Db, shopId: string, change: Change, now: Date) =>
  trx
    .updateTable('desired_store_state as desired')
    .set({ ...change, version: sql<number>`desired.version + 1`, updated_at: now })
    .where('desired.shop_id', '=', shopId);

/** The part of a change that should be tried at once, even if the tries before ended without success. */
export const tryAtOnce = (now: Date) => ({ stopped_as: null, next_at: now, tries: 0 });

/**
 * Changes the rows of parcels (`parcel`) that hold store orders, and adds those that they do not have yet. Bookings that are cancelled as soon as
 * they are found are skipped: they never appear in the store. Returns the changed rows.
 */
export async function changeStateOfShipments(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
  change: Change,
  now: Date,
): Promise<DesiredStateRow[]> {
  const parcels = sql<HoldingParcel>`(
    select held.*, s.tracking_number, s.company, s.notify_customer, ${orderIsLeased(shopId, now, 'held')} as is_leased
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[])
      and held.holds and not s.cancel_when_found)`;
  await sql`
    insert into desired_store_state (
      shop_id, store_order_id, shipment_id, version, synced_version, fulfilled, tracking_number, company, lines,
      notify_customer, next_at, updated_at)
    select shop_id, store_order_id, shipment_id, 0, 0, true, tracking_number, company, lines, false, ${now}, ${now}
    from ${parcels} as parcel order by store_order_id
    on conflict do nothing`.execute(trx);
  return changeDesiredState(trx, shopId, change, now)
    .from(parcels.as('parcel'))
    .whereRef('desired.store_order_id', '=', 'parcel.store_order_id')
    .whereRef('desired.shipment_id', '=', 'parcel.shipment_id')
    .returningAll('desired')
    .execute();
}

type HoldingParcel = Pick<Selectable<ShipmentOrder>, 'store_order_id' | 'shipment_id'>;
