import { sql } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import { eraseCustomerFromRows } from '../../dispatch/batches/erase-customer-from-rows.ts';
import type { Context } from '../../base/context.ts';
import { deleteCustomerMails } from '../../shipments/customer-mails/delete-customer-mails.ts';
import type { Db } from '../../base/db/client.ts';
import { deleteCustomerDocuments } from '../../shipments/documents/delete-customer-documents.ts';
import { deleteExportFiles } from '../../shipments/exports/delete-export-files.ts';
import { deleteTemporaryFiles } from '../../base/files/delete-temporary-files.ts';
import { eraseWords } from './erase-words.ts';
import { knownOfCustomer } from './known-of-customer.ts';
import { erased, patternsOf } from './words-of-customer.ts';

/**
 * Erases the customer's data from these orders, their parcels and everything that names them. Items, city and amounts
 * are kept, so all figures stay the same.
 */
export async function redactOrders(
  trx: Db,
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId = '',
): Promise<void> {
  const { orderIds, shipmentIds, batchIds, known } = await knownOfCustomer(trx, shopId, platformOrderIds);
  const now = context.clock();
  await eraseFromOrders(trx, shopId, orderIds, now);
  await eraseCustomerFromRows(trx, shopId, orderIds);
  await eraseFromParcels(trx, shopId, shipmentIds, now);
  await deleteCustomerDocuments(trx, shopId, shipmentIds);
  await deleteCustomerMails(trx, shopId, shipmentIds);
  await deleteAnswersToRequests(trx, shopId, orderIds);
  if (shipmentIds.length > 0) await deleteExportFiles(trx, shopId);
  if (orderIds.length > 0) await deleteTemporaryFiles(trx, shopId);
  const subjectIds = [...orderIds, ...batchIds];
  await eraseWords(trx, shopId, patternsOf(known), { shipmentIds, subjectIds, emails: known.emails });
  await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
    at: now,
    action: 'customer.erased',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { orders: orderIds.length, shipments: shipmentIds.length },
  });
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
      customer_erased_at: now,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', (where) => where.fn.any(where.val([...orderIds])))
    .execute();
  await trx
    .updateTable('shipment_order')
    .set({ store_copy: sql`store_copy || '{"name":"","phone":"","address":""}'` })
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', (where) => where.fn.any(where.val([...orderIds])))
    .execute();
}

async function eraseFromParcels(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<void> {
  // Cases about changed orders contain old and new names and addresses, and so does the history.
  await sql`
    update attention set detail = detail || jsonb_build_object('changes', (
      select coalesce(jsonb_agg(case when change ->> 'field' = any(${changedFields})
        then change || jsonb_build_object('was', ${erased}::text, 'now', ${erased}::text) else change end), '[]')
      from jsonb_array_elements(detail -> 'changes') as change))
    where shop_id = ${shopId} and shipment_id = any(${[...shipmentIds]}) and kind = 'changed-after-booking'`.execute(
    trx,
  );
  await trx
    .updateTable('shipment_history')
    .set({ what: 'Changed after booking' })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .where('what', 'like', 'Changed after booking: %')
    .execute();
  await trx
    .updateTable('shipment_event')
    .set({ detail: '' })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .execute();
  await trx
    .updateTable('shipment')
    .set({
      consignee_name: erased,
      consignee_email: '',
      consignee_phone: '',
      consignee_phone2: '',
      consignee_phone3: '',
      consignee_address: '',
      remarks: '',
      customer_erased_at: now,
      search_text: sql<string>`lower(concat_ws(' ', tracking_number, order_name))`,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .execute();
}

/** The fields of a changed order that say who the customer is (store-orders/order-version.ts). */
const changedFields = ['Name', 'Phone', 'Address'];

/** Answers to a request for data that name one of these orders. */
async function deleteAnswersToRequests(trx: Db, shopId: string, orderIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('shop_id', '=', shopId)
    .where('attachment', 'like', (where) => where.fn.any(where.val(orderIds.map((id) => `%"${id}"%`))))
    .execute();
}
