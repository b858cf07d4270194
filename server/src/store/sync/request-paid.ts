import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { changeDesiredState, changeStateOfShipments, tryAtOnce } from './change-desired-state.ts';
import { requestStoreUpdate, type StoreRequest } from './request-store-update.ts';

/** What was received for a parcel, in rupees, as in `2450.00`. */
export type ReceivedForShipment = { readonly shipmentId: string; readonly received: string };

/**
 * Asks for the store orders of these parcels to be marked as paid, also if earlier updates ended without success. Call it in
 * the transaction that marks the parcels as paid. Parcels that no longer hold their orders are skipped. Of a merged parcel,
 * each order counts with what was open when it was booked if all of that was received, or the COD that the orders give with
 * one shipping. Else it counts with nothing: we do not know for which order it was.
 */
export async function requestPaid(
  trx: Db,
  shopId: string,
  parcels: readonly ReceivedForShipment[],
  request: StoreRequest,
): Promise<void> {
  if (parcels.length === 0) return;
  const { now } = request;
  const amounts = new Map(parcels.map(({ shipmentId, received }) => [shipmentId, received]));
  const ofOrders = JSON.stringify(await receivedForOrders(trx, shopId, amounts));
  const received = sql<string>`(${ofOrders}::jsonb -> desired.shipment_id ->> desired.store_order_id)::numeric`;
  await changeStateOfShipments(trx, shopId, [...amounts.keys()], { received, ...tryAtOnce(now) }, now);
  await requestStoreUpdate(trx, shopId, request);
}

/** Rupees by parcel and store order. */
async function receivedForOrders(
  trx: Db,
  shopId: string,
  amounts: ReadonlyMap<string, string>,
): Promise<Record<string, Record<string, string>>> {
  const orders = await trx
    .selectFrom('shipment_order')
    .innerJoin('shipment', (join) =>
      join
        .onRef('shipment.shop_id', '=', 'shipment_order.shop_id')
        .onRef('shipment.id', '=', 'shipment_order.shipment_id'),
    )
    .select(['shipment_id', 'store_order_id', 'shipment.cod'])
    .select(sql<string>`coalesce(store_copy ->> 'outstanding', '0')`.as('outstanding'))
    .select(sql<boolean>`coalesce((store_copy ->> 'settled')::boolean, false)`.as('isSettled'))
    .where('shipment_order.shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf([...amounts.keys()]))
    .execute();
  const parcels = Map.groupBy(orders, (order) => order.shipment_id);
  return Object.fromEntries(
    [...parcels].map(([shipmentId, ofParcel]) => {
      const amount = amounts.get(shipmentId) ?? '0';
      const open = ofParcel.reduce((sum, order) => sum + Number(order.outstanding), 0);
      const received = Math.round(Number(amount));
      const isAllOfIt = Math.round(open) === received;
      const share = ({ outstanding, isSettled, cod }: (typeof ofParcel)[number]): string =>
        isAllOfIt || (isSettled && Number(cod) === received) ? outstanding : '0';
      return [
        shipmentId,
        Object.fromEntries(
          ofParcel.map((order) => [order.store_order_id, ofParcel.length === 1 ? amount : share(order)]),
        ),
      ];
    }),
  );
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
