import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { storeOrderIdsOf } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { syncStoreNow } from './sync-store-now.ts';

/** Updates the store orders of a shipment now. False if the worker has to continue. */
export async function syncShipmentNow(
  context: Context,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id'>,
): Promise<boolean> {
  const orderIds = await withShop(context.db, shipment.shop_id, (trx) => storeOrderIdsOf(trx, shipment));
  return syncStoreNow(context, shipment.shop_id, orderIds);
}
