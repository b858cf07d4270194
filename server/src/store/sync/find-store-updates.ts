import type { Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { DesiredStoreState } from '../../base/db/schema.ts';
import { anyOf, type IdList } from '../../base/db/id-list.ts';

export type DesiredStateRow = Selectable<DesiredStoreState>;

/** What the store should show of the other parcels of an order. */
export function storeUpdatesOfOthers(
  trx: Db,
  desired: Pick<DesiredStateRow, 'shop_id' | 'store_order_id' | 'shipment_id'>,
): Promise<DesiredStateRow[]> {
  return trx
    .selectFrom('desired_store_state')
    .selectAll()
    .where('shop_id', '=', desired.shop_id)
    .where('store_order_id', '=', desired.store_order_id)
    .where('shipment_id', '<>', desired.shipment_id)
    .execute();
}

/** Which of these orders have a cancellation that the store does not have yet. */
export async function ordersWithPendingCancel(trx: Db, shopId: string, storeOrderIds: IdList): Promise<string[]> {
  const rows = await trx
    .selectFrom('desired_store_state')
    .select('store_order_id')
    .distinct()
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(storeOrderIds))
    .where('state', '=', 'due')
    .where('fulfilled', '=', false)
    .execute();
  return rows.map((row) => row.store_order_id);
}

/** What the store should show for the orders of these shipments. */
export function storeUpdatesOfShipments(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<DesiredStateRow[]> {
  return trx
    .selectFrom('desired_store_state')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .execute();
}
