import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { PlatformFulfilmentEvent } from '../../adapters/platforms/platform.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { LeasedStateRow, DesiredStateRow } from './find-store-updates.ts';
import { requestProgress } from './request-progress.ts';
import { requestStoreUpdate, type UpdatedBy } from './request-store-update.ts';

/**
 * A try starts no call that could end after its lease (`longestCallMs`), so it has 40 seconds to start its calls. With a lease of
 * 60 seconds, another process could remove a fulfilment that a slow try then sent again.
 */
const leaseMs = 120_000;
/** A call to the store ends within this time: three attempts of 15 s, and 30 s of waiting. */
export const longestCallMs = 80_000;

/** Held during one try to update the store: no one else works on the order until it ends. */
export type SyncLease = { readonly id: string; readonly until: Date };

export const newSyncLease = (now: Date): SyncLease => ({
  id: newId(now),
  until: new Date(now.getTime() + leaseMs),
});

/** With a lease, the caller updates the store right after the commit. */
type FirstUpdate = { readonly lease?: SyncLease | undefined; readonly by?: UpdatedBy };

/**
 * Step 5 of booking: one row per parcel and store order holds what the store should show of them. Booking, cancelling and
 * rebooking only change these rows, in the same transaction as the shipment, so a late retry can never undo a newer change.
 */
export async function requestFulfilled(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  now: Date,
  first: FirstUpdate = {},
): Promise<LeasedStateRow[]> {
  const rows = await requestAllFulfilled(trx, context, shipment.shop_id, [shipment.id], now, first);
  const { lease } = first;
  return rows.filter((row): row is LeasedStateRow => row.lease_id !== null && row.lease_id === lease?.id);
}

/**
 * As above, for any number of shipments. An order that another worker has leased keeps that lease. Bookings that are cancelled as soon as they are found are skipped: they never
 * appear in the store.
 */
export async function requestAllFulfilled(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shopId: string,
  shipmentIds: readonly string[],
  now: Date,
  { lease, by }: FirstUpdate = {},
): Promise<DesiredStateRow[]> {
  const { rows } = await sql<DesiredStateRow>`
      insert into desired_store_state as desired (
        shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
        synced_version, state, next_at, updated_at, lease_id, lease_until)
      select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company,
             held.lines, s.notify_customer, 0, 'due', ${now}::timestamptz, ${now}::timestamptz,
             case when not other.is_leased then ${lease?.id ?? null}::text end,
             case when not other.is_leased then ${lease?.until ?? null}::timestamptz end
      from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
      cross join lateral (
        select exists (
          select from desired_store_state as leased
          where leased.shop_id = held.shop_id and leased.store_order_id = held.store_order_id
            and leased.lease_until >= ${now}::timestamptz) as is_leased) as other
      where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[])
        and not s.cancel_when_found
      order by held.store_order_id
      on conflict (shop_id, store_order_id, shipment_id) do update set
        version = desired.version + 1,
        fulfilled = true,
        tracking_number = excluded.tracking_number,
        lines = excluded.lines,
        notify_customer = excluded.notify_customer,
        desired_tag = '', pending_events = '[]', last_queued_event = '', received = null, replace_others = false,
        state = 'due', next_at = excluded.next_at, tries = 0, message = '', updated_at = excluded.updated_at,
        lease_id = coalesce(excluded.lease_id, desired.lease_id),
        lease_until = coalesce(excluded.lease_until, desired.lease_until)
      ${lease ? sql`returning desired.*` : sql``}
    `.execute(trx);
  const removed = await removeOthers(trx, shopId, shipmentIds, now);
  const areLeased = lease && rows.every((row) => row.lease_id === lease.id);
  if (!areLeased) await requestStoreUpdate(trx, context, shopId, now, by);
  // The caller updates only the orders that it leased.
  else if (removed > 0n) await requestStoreUpdate(trx, context, shopId, now, 'request');
  else await requestStoreUpdate(trx, context, shopId, lease.until);
  return rows;
}

/** What earlier parcels that no longer hold the order left in the store goes: their numbers and tags. Returns how many. */
async function removeOthers(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<bigint> {
  const { numAffectedRows: removed = 0n } = await sql`
    update desired_store_state as other set
      version = other.version + 1, fulfilled = false, desired_tag = '', pending_events = '[]', last_queued_event = '',
      received = null, replace_others = false,
      state = 'due', next_at = ${now}, tries = 0, updated_at = ${now}
    from shipment_order as booked, shipment_order as earlier
    where booked.shop_id = ${shopId} and booked.shipment_id = any(${[...shipmentIds]}::text[])
      and earlier.shop_id = booked.shop_id and earlier.store_order_id = booked.store_order_id
      and earlier.shipment_id <> booked.shipment_id and not earlier.holds
      and other.shop_id = earlier.shop_id and other.store_order_id = earlier.store_order_id
      and other.shipment_id = earlier.shipment_id and (other.fulfilled or other.desired_tag <> '')
  `.execute(trx);
  return removed;
}

/** Asks for the shipment's tracking number to be removed from the store. */
export async function requestUnfulfilled(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  now: Date,
  by: UpdatedBy = 'job',
): Promise<void> {
  await sql`
    update desired_store_state set
      version = version + 1,
      fulfilled = false,
      pending_events = '[]', last_queued_event = '', received = null, replace_others = false,
      state = 'due', next_at = ${now}, tries = 0, message = '', updated_at = ${now}
    where shop_id = ${shipment.shop_id} and shipment_id = ${shipment.id}
  `.execute(trx);
  await requestStoreUpdate(trx, context, shipment.shop_id, now, by);
  await requestProgress(trx, context, shipment.shop_id, [{ shipmentId: shipment.id, status: 'CANCELLED' }], now, by);
}

/**
 * A person wants the store to show this parcel, although its fulfilment was cancelled there or the store shows another
 * fulfilment of the same items. Our tag stays. The store shows the status of the parcel again. Orders that it no longer
 * holds are skipped; the customer gets no second email.
 */
export async function requestShown(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'status' | 'status_at'>,
  now: Date,
  by: UpdatedBy = 'job',
): Promise<void> {
  await sql`
    insert into desired_store_state as desired (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      synced_version, state, next_at, updated_at, replace_others)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company,
           held.lines, false, 0, 'due', ${now}::timestamptz, ${now}::timestamptz, true
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shipment.shop_id} and held.shipment_id = ${shipment.id} and held.holds
    order by held.store_order_id
    on conflict (shop_id, store_order_id, shipment_id) do update set
      version = desired.version + 1,
      fulfilled = true,
      tracking_number = excluded.tracking_number,
      lines = excluded.lines,
      notify_customer = false,
      pending_events = '[]', last_queued_event = '', replace_others = true,
      state = 'due', next_at = excluded.next_at, tries = 0, message = '', updated_at = excluded.updated_at
  `.execute(trx);
  await requestStoreUpdate(trx, context, shipment.shop_id, now, by);
  const event = shownEvent[shipment.status];
  if (!event) return;
  await requestProgress(
    trx,
    context,
    shipment.shop_id,
    [
      {
        shipmentId: shipment.id,
        status: ShipmentStatus.parse(shipment.status),
        event: { status: event, at: shipment.status_at ?? now, message: '' },
      },
    ],
    now,
    by,
  );
}

const shownEvent: Readonly<Record<string, PlatformFulfilmentEvent>> = {
  INPROCESS: 'IN_TRANSIT',
  DELIVERED: 'DELIVERED',
};
