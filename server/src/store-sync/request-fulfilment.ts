import { ShipmentStatus } from '@courierdesk/contract/statuses';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { PlatformFulfilmentEvent } from '../platforms/platform.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import type { LeasedStateRow, DesiredStateRow } from './find-store-updates.ts';
import { requestProgress } from './request-progress.ts';

const leaseMs = 60_000;

/** Held during one try to update the store: nobody else works on the order until it ends. */
export type SyncLease = { readonly id: string; readonly until: Date };

export const newSyncLease = (now: Date): SyncLease => ({
  id: newId(now),
  until: new Date(now.getTime() + leaseMs),
});

/**
 * Step 5 of booking: one row per store order holds what the store should show. Booking, cancelling and rebooking only
 * change this row, in the same transaction as the shipment, so a late retry can never undo a newer change.
 */
export async function requestFulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  now: Date,
  lease?: SyncLease,
): Promise<LeasedStateRow[]> {
  const rows = await requestAllFulfilled(trx, shipment.shop_id, [shipment.id], now, lease);
  return rows.filter((row): row is LeasedStateRow => row.lease_id !== null && row.lease_id === lease?.id);
}

/**
 * As above, in one statement for any number of shipments. With a lease, the caller updates the store right after the
 * commit; an order that another worker has leased keeps that lease. Bookings that are cancelled as soon as they are found
 * are skipped: they never appear in the store.
 */
export async function requestAllFulfilled(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
  now: Date,
  lease?: SyncLease,
): Promise<DesiredStateRow[]> {
  const { rows } = await sql<DesiredStateRow>`
    insert into desired_store_state as desired (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      numbers_to_remove, synced_version, state, next_at, updated_at, lease_id, lease_until)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company,
           held.lines, s.notify_customer, '{}', 0, 'due', ${now}::timestamptz, ${now}::timestamptz,
           ${lease?.id ?? null}::text, ${lease?.until ?? null}::timestamptz
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[])
      and not s.cancel_when_found
    order by held.store_order_id
    on conflict (shop_id, store_order_id) do update set
      version = desired.version + 1,
      shipment_id = excluded.shipment_id,
      fulfilled = true,
      tracking_number = excluded.tracking_number,
      company = excluded.company,
      lines = excluded.lines,
      notify_customer = excluded.notify_customer,
      numbers_to_remove = case
        when desired.tracking_number is null or desired.tracking_number = excluded.tracking_number then desired.numbers_to_remove
        else array_append(array_remove(desired.numbers_to_remove, desired.tracking_number), desired.tracking_number) end,
      desired_tag = '', pending_events = '[]', last_queued_event = '', received = null, replace_others = false,
      state = 'due', next_at = excluded.next_at, tries = 0, message = '', updated_at = excluded.updated_at,
      lease_id = case when excluded.lease_id is null or desired.lease_until >= ${now}::timestamptz
        then desired.lease_id else excluded.lease_id end,
      lease_until = case when excluded.lease_id is null or desired.lease_until >= ${now}::timestamptz
        then desired.lease_until else excluded.lease_until end
    ${lease ? sql`returning desired.*` : sql``}
  `.execute(trx);
  return rows;
}

/** Asks for the shipment's tracking number to be removed from the store. Orders that another shipment holds now are skipped. */
export async function requestUnfulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'tracking_number'>,
  now: Date,
): Promise<void> {
  await sql`
    update desired_store_state set
      version = version + 1,
      fulfilled = false,
      tracking_number = null,
      numbers_to_remove = array_append(array_remove(numbers_to_remove, ${shipment.tracking_number}), ${shipment.tracking_number}),
      pending_events = '[]', last_queued_event = '', received = null, replace_others = false,
      state = 'due', next_at = ${now}, tries = 0, message = '', updated_at = ${now}
    where shop_id = ${shipment.shop_id} and shipment_id = ${shipment.id}
  `.execute(trx);
  await requestProgress(trx, shipment.shop_id, [{ shipmentId: shipment.id, status: 'CANCELLED' }], now);
}

/**
 * A person wants the store to show this parcel, although its fulfilment was cancelled there or the store shows another
 * fulfilment of the same items. Our tag stays. The store shows the status of the parcel again. Orders that another
 * shipment holds are skipped; the customer gets no second email.
 */
export async function requestShown(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'status' | 'status_at'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into desired_store_state as desired (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      numbers_to_remove, synced_version, state, next_at, updated_at, replace_others)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company,
           held.lines, false, '{}', 0, 'due', ${now}::timestamptz, ${now}::timestamptz, true
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shipment.shop_id} and held.shipment_id = ${shipment.id} and held.holds
    order by held.store_order_id
    on conflict (shop_id, store_order_id) do update set
      version = desired.version + 1,
      shipment_id = excluded.shipment_id,
      fulfilled = true,
      tracking_number = excluded.tracking_number,
      company = excluded.company,
      lines = excluded.lines,
      notify_customer = false,
      numbers_to_remove = array_remove(desired.numbers_to_remove, excluded.tracking_number),
      pending_events = '[]', last_queued_event = '', replace_others = true,
      state = 'due', next_at = excluded.next_at, tries = 0, message = '', updated_at = excluded.updated_at
  `.execute(trx);
  const event = shownEvent[shipment.status];
  if (!event) return;
  await requestProgress(
    trx,
    shipment.shop_id,
    [
      {
        shipmentId: shipment.id,
        status: ShipmentStatus.parse(shipment.status),
        event: { status: event, at: shipment.status_at ?? now, message: '' },
      },
    ],
    now,
  );
}

const shownEvent: Readonly<Record<string, PlatformFulfilmentEvent>> = {
  INPROCESS: 'IN_TRANSIT',
  DELIVERED: 'DELIVERED',
};
