import { sql } from 'kysely';
import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { eraseCustomerFromRows } from '../batches/erase-customer-from-rows.ts';
import { deleteCustomerMails } from '../customer-mails/delete-customer-mails.ts';
import { deleteCustomerDocuments } from '../documents/delete-customer-documents.ts';
import { deleteExportFiles } from '../exports/delete-export-files.ts';

const erased = 'Erased';

/** Erases the customer's data from these orders and their parcels. Items, city and amounts are kept. */
export async function redactOrders(
  trx: Db,
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId = '',
): Promise<void> {
  const orders = await trx
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
    })
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', (where) => where.fn.any(where.val([...platformOrderIds])))
    .returning('id')
    .execute();
  const orderIds = orders.map((order) => order.id);
  await eraseCustomerFromRows(trx, shopId, orderIds);
  const carried = await trx
    .updateTable('shipment_order')
    .set({ store_copy: sql`store_copy || '{"name":"","phone":"","address":""}'` })
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', (where) => where.fn.any(where.val(orderIds)))
    .returning('shipment_id')
    .execute();
  const shipmentIds = [...new Set(carried.map((row) => row.shipment_id))];
  await deleteCustomerDocuments(trx, shopId, shipmentIds);
  await deleteCustomerMails(trx, shopId, shipmentIds);
  if (shipmentIds.length > 0) await deleteExportFiles(trx, shopId, context.clock());
  // Cases about changed orders contain old and new names and addresses.
  await trx
    .deleteFrom('attention')
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val(shipmentIds)))
    .where('kind', '=', 'changed-after-booking')
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
      needs_attention: sql<boolean>`exists (
        select 1 from attention a
        where a.shop_id = shipment.shop_id and a.shipment_id = shipment.id and a.closed_at is null)`,
      search_text: sql<string>`lower(concat_ws(' ', tracking_number, order_name))`,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', (where) => where.fn.any(where.val(shipmentIds)))
    .execute();
  await trx
    .updateTable('shipment_event')
    .set({ detail: '' })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val(shipmentIds)))
    .execute();
  await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
    at: context.clock(),
    action: 'customer.erased',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { orders: orderIds.length, shipments: shipmentIds.length },
  });
}
