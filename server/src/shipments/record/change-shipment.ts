import type { UpdateObject } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { DB } from '../../base/db/schema.ts';
import type { ShipmentRow } from './shipment-row.ts';

/** Changes columns of a shipment that exists. Returns the row after the change. */
export function changeShipment(
  trx: Db,
  key: Pick<ShipmentRow, 'shop_id' | 'id'>,
  change: UpdateObject<DB, 'shipment'>,
): Promise<ShipmentRow> {
  return trx
    .updateTable('shipment')
    .set(change)
    .where('shop_id', '=', key.shop_id)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
