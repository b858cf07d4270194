import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';

/** Deletes what was written to the customers of these shipments, because their data must be erased. */
export async function deleteCustomerMails(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<void> {
  const deleted = await trx
    .deleteFrom('customer_mail')
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .returning('mail_id')
    .execute();
  const mailIds = deleted.flatMap(({ mail_id: id }) => (id ? [id] : []));
  await trx.deleteFrom('mail').where('shop_id', '=', shopId).where('id', '=', anyOf(mailIds)).execute();
}
