import type { ListedConsignment } from '../../adapters/couriers/courier.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { importBookedParcels, type ImportedParcel } from '../booking/import-booked-parcels.ts';
import { isOurReference, orderIn } from '../booking/reference.ts';
import { openOrder } from './add-consignment.ts';
import { shipmentsByReference } from './queries.ts';

/**
 * Consignments with a reference of ours that the database has lost: it was restored to a time before they were booked. Each
 * belongs to the order that its reference names, if no parcel holds that. Another shop on Courierdesk may use the same courier
 * account, so a reference that any shop has is not lost.
 */
export async function findLostParcels(
  context: Context,
  account: AccountRow,
  listed: readonly ListedConsignment[],
): Promise<ImportedParcel[]> {
  const live = listed.filter((one) => !one.cancelled && isOurReference(one.reference));
  const references = live.map((one) => one.reference);
  const own = await withShop(context.db, account.shop_id, (trx) =>
    shipmentsByReference(trx, account.shop_id, references),
  );
  const parcels: ImportedParcel[] = [];
  for (const { reference, trackingNumber } of live.filter((one) => !own.has(one.reference))) {
    if (await isOfAnotherShop(context, reference)) continue;
    const linked = await openOrder(context, account, orderIn(reference), trackingNumber);
    if (linked) parcels.push({ ...linked, trackingNumber, courier: { company: account.company, account } });
  }
  return parcels;
}

const isOfAnotherShop = ({ db }: Context, reference: string): Promise<boolean> =>
  acrossShops(db, async (trx) => {
    const row = await trx
      .selectFrom('shop')
      .innerJoin('shipment', 'shipment.shop_id', 'shop.id')
      .select('shop.id')
      .where('shipment.reference', '=', reference)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  });

/** Their orders cannot be booked again from now on, and the store is told. */
export async function addLostParcels(
  trx: Db,
  context: Context,
  { shop_id: shopId }: AccountRow,
  parcels: readonly ImportedParcel[],
): Promise<void> {
  if (parcels.length === 0) return;
  const { default_weight: defaultWeight } = await settingsOf(trx, shopId);
  const source = {
    shopId,
    by: { name: 'Courierdesk', tag: '', userId: null },
    fileName: 'the list of the courier',
    notifyCustomer: false,
    defaultWeight,
    now: context.clock(),
  };
  await importBookedParcels(trx, context, source, parcels);
}
