import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/**
 * Deletes labels, prints and couriers' load sheets of these parcels, because they name the customer. Our own are drawn
 * again on the next print.
 */
export async function deleteCustomerDocuments(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  const ids = sql`${[...shipmentIds]}::text[]`;
  await trx
    .deleteFrom('stored_file')
    .where('shop_id', '=', shopId)
    .where(
      'id',
      'in',
      sql<string>`(
        select file_id from shipment_slip where shop_id = ${shopId} and shipment_id = any(${ids})
        union all
        select file_id from label_print where shop_id = ${shopId} and shipment_ids && ${ids}
        union all
        select s.file_id from load_sheet_shipment as o join load_sheet as s on s.shop_id = o.shop_id and s.id = o.load_sheet_id
        where o.shop_id = ${shopId} and o.shipment_id = any(${ids})
      )`,
    )
    .execute();
}
