import type { ListedConsignment } from '../../adapters/couriers/courier.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { importBookedShipments, type ShipmentToImport } from '../booking/import-booked-shipments.ts';
import { isOurReference, orderIn } from '../booking/reference.ts';
import { openOrder } from './add-consignment.ts';
import { orderNamesInReferences, shipmentsByReference } from './queries.ts';

/**
 * Consignments with a reference of ours that the database has lost: it was restored to a time before they were booked. Each
 * belongs to the order that its reference names, if no parcel holds that. Another shop on Courierdesk may use the same courier
 * account, so a reference that any shop has is not lost: `ofOthers`.
 */
export async function findLostShipments(
  context: Context,
  account: AccountRow,
  listed: readonly ListedConsignment[],
): Promise<{ parcels: ShipmentToImport[]; ofOthers: ReadonlySet<string> }> {
  const live = listed.filter((one) => !one.cancelled && isOurReference(one.reference));
  const references = live.map((one) => one.reference);
  const own = await withShop(context.db, account.shop_id, (trx) =>
    shipmentsByReference(trx, account.shop_id, references),
  );
  const parcels: ShipmentToImport[] = [];
  const unknown = live.filter((one) => !own.has(one.reference));
  const ofOthers = await referencesOfOthers(context, unknown);
  const lost = unknown.filter((one) => !ofOthers.has(one.reference));
  const names = await orderNames(context, account, lost);
  for (const { reference, trackingNumber } of lost) {
    const [name = '', second] = names.get(orderIn(reference)) ?? [];
    const linked = second ? undefined : await openOrder(context, account, name, trackingNumber);
    if (linked) parcels.push({ ...linked, trackingNumber, courier: { company: account.company, account } });
  }
  return { parcels, ofOthers };
}

async function orderNames(
  { db, clock }: Context,
  { shop_id: shopId }: AccountRow,
  lost: readonly ListedConsignment[],
): Promise<ReadonlyMap<string, string[]>> {
  const names = lost.map((one) => orderIn(one.reference)).filter(Boolean);
  if (names.length === 0) return new Map();
  return withShop(db, shopId, (trx) => orderNamesInReferences(trx, shopId, names, clock()));
}

async function referencesOfOthers(
  { db }: Context,
  unknown: readonly ListedConsignment[],
): Promise<ReadonlySet<string>> {
  if (unknown.length === 0) return new Set();
  const rows = await acrossShops(db, (trx) =>
    trx
      .selectFrom('shop')
      .innerJoin('shipment', 'shipment.shop_id', 'shop.id')
      .select('shipment.reference')
      .where('shipment.reference', '=', anyOf(unknown.map(({ reference }) => reference)))
      .execute(),
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** Their orders cannot be booked again from now on, and the store is told. */
export async function addLostShipments(
  trx: Db,
  context: Context,
  { shop_id: shopId }: AccountRow,
  parcels: readonly ShipmentToImport[],
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
  await importBookedShipments(trx, context, source, parcels);
}
