import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { storeUpdatesOfShipments } from './find-store-updates.ts';

/** For a person, after a first try that did not update the store. */
export async function describeUnfinished(
  context: Context,
  { shop_id: shopId, id }: Pick<ShipmentRow, 'shop_id' | 'id'>,
): Promise<{ readonly underWay: boolean; readonly words: string }> {
  const updates = await withShop(context.db, shopId, (trx) => storeUpdatesOfShipments(trx, shopId, [id]));
  const stopped = updates.find(({ state }) => state !== 'due' && state !== 'done');
  return stopped && updates.every(({ state }) => state !== 'due')
    ? { underWay: false, words: stopped.message }
    : { underWay: true, words: 'The store update is on its way.' };
}
