import { sql } from 'kysely';
import { eraseCustomerFromRows, erasedConsignee } from '../../dispatch/batches/erase-customer-from-rows.ts';
import { deleteCustomerMails } from '../../shipments/customer-mails/delete-customer-mails.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { deleteCustomerDocuments } from '../../shipments/documents/delete-customer-documents.ts';
import { eraseWordsOfShipments } from './erase-words.ts';
import type { CustomerRecords } from './known-of-customer.ts';
import { erased, patternsOf } from './words-of-customer.ts';

/**
 * Erases the customer's data from these orders, their parcels and all that belongs to them, but for the activity log
 * (`eraseFromActivityLog`). Items, city and amounts are kept, so all figures stay the same.
 */
export async function eraseCustomer(
  trx: Db,
  shopId: string,
  { orderIds, shipmentIds, known }: CustomerRecords,
  now: Date,
): Promise<void> {
  await eraseFromOrders(trx, shopId, orderIds, now);
  await eraseCustomerFromRows(trx, shopId, orderIds);
  await eraseFromParcels(trx, shopId, shipmentIds, now);
  await deleteCustomerDocuments(trx, shopId, shipmentIds);
  await deleteCustomerMails(trx, shopId, shipmentIds);
  const { ownParcels } = patternsOf(known);
  await eraseWordsOfShipments(trx, shopId, ownParcels, shipmentIds);
}

async function eraseFromOrders(trx: Db, shopId: string, orderIds: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('store_order')
    .set({
      email: '',
      customer_name: erased,
      phone: '',
      phone2: '',
      phone_as_written: '',
      address: '',
      zip: '',
      note: '',
      search_text: sql<string>`lower(name)`,
      problems: sql<string[]>`array(select distinct unnest(problems || '{address-missing,phone-missing}'))`,
      customer_erased_at: now,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(orderIds))
    .execute();
  await trx
    .updateTable('shipment_order')
    .set({ store_copy: sql`store_copy || '{"name":"","phone":"","address":""}'` })
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(orderIds))
    .execute();
}

async function eraseFromParcels(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<void> {
  // Cases about changed orders contain old and new names and addresses, and so does the history.
  await sql`
    update attention set detail = jsonb_set(detail, '{changes}', (
      select coalesce(jsonb_agg(case when change ->> 'field' ~ ${changedFields}
        then change || ${JSON.stringify({ was: erased, now: erased })}::jsonb else change end), '[]')
      from jsonb_array_elements(detail -> 'changes') as change))
    where shop_id = ${shopId} and shipment_id = any(${[...shipmentIds]}) and kind = 'changed-after-booking'`.execute(
    trx,
  );
  await trx
    .updateTable('shipment_history')
    .set({ what: 'Changed after booking' })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('what', 'like', 'Changed after booking: %')
    .execute();
  await trx
    .updateTable('shipment_event')
    .set({ detail: '' })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .execute();
  await trx
    .updateTable('shipment')
    .set({
      ...erasedConsignee,
      payment_references: [],
      customer_erased_at: now,
      search_text: sql<string>`lower(coalesce(tracking_number || ' ', '') || order_name)`,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(shipmentIds))
    .execute();
}

/** The fields of a changed order that say who the customer is; in a merged parcel, after its name (store-orders/order-version.ts). */
const changedFields = '(^|: )(Name|Phone|Address)$';
