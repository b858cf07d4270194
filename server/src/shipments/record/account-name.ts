import type { Db } from '../../base/db/client.ts';
import type { ShipmentRow } from './shipment-row.ts';

/** Empty if the parcel has no account: its company is not one of our couriers. */
export async function accountName(trx: Db, shipment: ShipmentRow): Promise<string> {
  if (shipment.account_id === null) return '';
  const row = await trx
    .selectFrom('courier_account')
    .select('name')
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.account_id)
    .executeTakeFirstOrThrow();
  return row.name;
}
