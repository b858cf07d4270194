import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import type { LeasedRow, WantedRow } from './queries.ts';
import { wantProgress } from './request-progress.ts';

const leaseMs = 60_000;

/** Of one try to tell the store: who holds it works on the order alone. */
export type TellingLease = { readonly id: string; readonly until: Date };

export const tellingLease = (now: Date): TellingLease => ({
  id: newId(now),
  until: new Date(now.getTime() + leaseMs),
});

/**
 * Step 5 of booking: one row per store order says what the store should say. Booking, cancelling and booking again only
 * change this row, in the transaction of the change, so that late retries can never undo each other.
 */
export async function wantFulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
  now: Date,
  lease?: TellingLease,
): Promise<LeasedRow[]> {
  const rows = await wantAllFulfilled(trx, shipment.shop_id, [shipment.id], now, lease);
  return rows.filter((row): row is LeasedRow => row.lease_id !== null && row.lease_id === lease?.id);
}

/**
 * As above, in one statement for any number of shipments, as their rows are now. With a lease, the caller tells the store
 * as soon as this is committed; an order that another one is at keeps that one's lease. The store hears nothing of a
 * booking that is being cancelled from the moment it was found.
 */
export async function wantAllFulfilled(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
  now: Date,
  lease?: TellingLease,
): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    insert into wanted_store_state as wanted (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      unwanted_numbers, done_version, state, next_at, updated_at, lease_id, lease_until)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company,
           held.lines, s.notify_customer, '{}', 0, 'due', ${now}::timestamptz, ${now}::timestamptz,
           ${lease?.id ?? null}::text, ${lease?.until ?? null}::timestamptz
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[])
      and not s.cancel_when_found
    order by held.store_order_id
    on conflict (shop_id, store_order_id) do update set
      version = wanted.version + 1,
      shipment_id = excluded.shipment_id,
      fulfilled = true,
      tracking_number = excluded.tracking_number,
      company = excluded.company,
      lines = excluded.lines,
      notify_customer = excluded.notify_customer,
      unwanted_numbers = case
        when wanted.tracking_number is null or wanted.tracking_number = excluded.tracking_number then wanted.unwanted_numbers
        else array_append(array_remove(wanted.unwanted_numbers, wanted.tracking_number), wanted.tracking_number) end,
      wanted_tag = '', events = '[]', last_event = '', wants_paid = false,
      state = 'due', next_at = excluded.next_at, tries = 0, message = '', updated_at = excluded.updated_at,
      lease_id = case when excluded.lease_id is null or wanted.lease_until >= ${now}::timestamptz
        then wanted.lease_id else excluded.lease_id end,
      lease_until = case when excluded.lease_id is null or wanted.lease_until >= ${now}::timestamptz
        then wanted.lease_until else excluded.lease_until end
    ${lease ? sql`returning wanted.*` : sql``}
  `.execute(trx);
  return rows;
}

/** The shipment's number should not stand in the store any more. Orders that another shipment holds by now are left. */
export async function wantNotFulfilled(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'tracking_number'>,
  now: Date,
): Promise<void> {
  await sql`
    update wanted_store_state set
      version = version + 1,
      fulfilled = false,
      tracking_number = null,
      unwanted_numbers = array_append(array_remove(unwanted_numbers, ${shipment.tracking_number}), ${shipment.tracking_number}),
      events = '[]', last_event = '', wants_paid = false,
      state = 'due', next_at = ${now}, tries = 0, message = '', updated_at = ${now}
    where shop_id = ${shipment.shop_id} and shipment_id = ${shipment.id}
  `.execute(trx);
  await wantProgress(trx, shipment.shop_id, [{ shipmentId: shipment.id, status: 'CANCELLED' }], now);
}
