import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { changeDesiredState, changeStateOfParcels } from './change-desired-state.ts';
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
  const amounts = Object.fromEntries(parcels.map(({ shipmentId, received }) => [shipmentId, received]));
  const amount = sql`(${JSON.stringify(amounts)}::jsonb ->> desired.shipment_id)::numeric`;
  const received = sql<string>`coalesce(desired.received, (
    select case when count(*) = 1 then ${amount}
      when round(sum((one.store_copy ->> 'outstanding')::numeric)) = round(${amount})
        then (parcel.store_copy ->> 'outstanding')::numeric
      else 0 end
    from shipment_order as one where one.shop_id = desired.shop_id and one.shipment_id = desired.shipment_id))`;
  await changeStateOfParcels(trx, shopId, Object.keys(amounts), { received }, now);
  await requestStoreUpdate(trx, context, shopId, now, by);
}

/** Takes back requests that are not done yet. A store order that is already marked as paid stays paid. */
export async function withdrawPaidRequest(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
  now: Date,
): Promise<void> {
  if (shipmentIds.length === 0) return;
  await changeDesiredState(trx, shopId, { received: null }, now)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('received', 'is not', null)
    .execute();
}
