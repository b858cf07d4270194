import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { requestStoreUpdate, type UpdatedBy } from './request-store-update.ts';

/** What was received for a parcel, in rupees, as in `2450.00`. */
export type ReceivedForParcel = { readonly shipmentId: string; readonly received: string };

/**
 * Asks for the store orders of these parcels to be marked as paid. Call it in the transaction that marks the parcels as
 * paid. Parcels that no longer hold their orders are skipped. Of a merged parcel, each order counts with what was open when it
 * was booked if that is what was received in all, and else with nothing: we do not know for which order it was.
 */
export async function requestPaid(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shopId: string,
  parcels: readonly ReceivedForParcel[],
  now: Date,
  by: UpdatedBy = 'job',
): Promise<void> {
  if (parcels.length === 0) return;
  const ids = parcels.map(({ shipmentId }) => shipmentId);
  const amounts = parcels.map(({ received }) => received);
  await sql`
    insert into desired_store_state as desired (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      synced_version, state, next_at, received, updated_at)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company, held.lines, false,
           0, 'due', ${now}::timestamptz,
           case when merged.orders = 1 then parcel.received
             when round(merged.open) = round(parcel.received) then (held.store_copy ->> 'outstanding')::numeric
             else 0 end,
           ${now}::timestamptz
    from unnest(${ids}::text[], ${amounts}::numeric[]) as parcel(id, received)
    join shipment_order held on held.shop_id = ${shopId} and held.shipment_id = parcel.id and held.holds
    join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    cross join lateral (
      select count(*) as orders, sum((one.store_copy ->> 'outstanding')::numeric) as open
      from shipment_order as one where one.shop_id = held.shop_id and one.shipment_id = held.shipment_id) as merged
    order by held.store_order_id
    on conflict (shop_id, store_order_id, shipment_id) do update set
      received = excluded.received,
      version = desired.version + 1,
      state = case when desired.state = 'done' then 'due' else desired.state end,
      next_at = case when desired.state = 'done' then excluded.next_at else desired.next_at end,
      tries = case when desired.state = 'done' then 0 else desired.tries end,
      updated_at = excluded.updated_at
    where desired.received is null
  `.execute(trx);
  await requestStoreUpdate(trx, context, shopId, now, by);
}

/** Takes back requests that are not done yet. A store order that is already marked as paid stays paid. */
export async function withdrawPaidRequest(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await trx
    .updateTable('desired_store_state')
    .set({ received: null })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .where('received', 'is not', null)
    .execute();
}
