import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { findInShipment } from './find-in-shipment.ts';
import { readShipments } from './read-shipments.ts';
import type { DifferenceRow } from './repair-row.ts';

/**
 * Reads the store again and says whether the parcel still differs in this way: a repair never acts on what was true last
 * night. While a store update of ours is under way, it counts as different.
 */
export async function stillDiffers(
  context: Context,
  difference: DifferenceRow,
): Promise<{ shipment: ShipmentRow | undefined; differs: boolean }> {
  const { shop_id: shopId } = difference;
  const shipment = await shipmentOf(context, difference);
  if (!shipment) return { shipment, differs: false };
  const access = await platformAccess(context, shopId);
  const parcels = await readShipments(context, access, shopId, [shipment]);
  const found = parcels.flatMap((parcel) => findInShipment({ ...parcel, isStoreUpdateDue: false }));
  return { shipment, differs: found.some(({ kind }) => kind === difference.kind) };
}

export async function shipmentOf(
  context: Context,
  { shop_id: shopId, shipment_id: id }: DifferenceRow,
): Promise<ShipmentRow | undefined> {
  return id === null ? undefined : withShop(context.db, shopId, (trx) => shipmentById(trx, shopId, id));
}
