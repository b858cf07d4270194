import type { Db } from '../db/client.ts';
import type { ShipmentRow } from './shipment-row.ts';

/** Empty for a parcel of a company that we do not book with. */
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
