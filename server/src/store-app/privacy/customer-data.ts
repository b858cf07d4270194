import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { storeOrdersByPlatformIds } from '../../store/orders/find-store-orders.ts';

export type CustomerData = Awaited<ReturnType<typeof customerDataOf>>;

/** Everything that we have about the customer of these orders. */
export async function customerDataOf(trx: Db, shopId: string, platformOrderIds: readonly string[]) {
  const rows = [...(await storeOrdersByPlatformIds(trx, shopId, platformOrderIds)).values()];
  const orderIds = rows.map((row) => row.id);
  const carried = await trx
    .selectFrom('shipment_order')
    .select('shipment_id')
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(orderIds))
    .execute();
  const shipmentIds = [...new Set(carried.map((row) => row.shipment_id))];
  return {
    orders: rows.map((row) => ({
      id: row.id,
      name: row.name,
      placed_at: row.placed_at,
      customer_name: row.customer_name,
      email: row.email,
      phones: [row.phone_as_written, row.phone, row.phone2].filter(Boolean),
      address: [row.address, row.city, row.province, row.zip, row.country].filter(Boolean).join(', '),
      note: row.note,
      items: row.lines.map((line) => ({ title: line.title, quantity: line.quantity })),
      total: row.total,
    })),
    shipments: await shipmentsOf(trx, shopId, shipmentIds),
    batch_rows: await batchRowsOf(trx, shopId, orderIds),
    emails: await emailsOf(trx, shopId, shipmentIds),
    imported_rows: await importedRowsOf(trx, shopId, shipmentIds),
    differences: await differencesOf(trx, shopId, shipmentIds),
  };
}

async function shipmentsOf(trx: Db, shopId: string, ids: readonly string[]) {
  const shipments = await trx
    .selectFrom('shipment')
    .select([
      ...(['id', 'order_name', 'company', 'tracking_number', 'status', 'booked_at', 'delivered_at', 'cod'] as const),
      ...(['consignee_name', 'consignee_email', 'consignee_phone', 'consignee_phone2', 'consignee_phone3'] as const),
      ...(['consignee_address', 'destination_city', 'products_list', 'remarks', 'answer'] as const),
    ])
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  const history = await trx
    .selectFrom('shipment_history')
    .select(['shipment_id', 'at', 'who', 'what'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  const events = await trx
    .selectFrom('shipment_event')
    .select(['shipment_id', 'at', 'text', 'location', 'detail'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(ids))
    .orderBy('at')
    .execute();
  const cases = await trx
    .selectFrom('attention')
    .select(['shipment_id', 'kind', 'detail', 'opened_at', 'closed_at'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  const ofShipment = <Row extends { shipment_id: string }>(rows: readonly Row[], id: string) =>
    rows.filter((row) => row.shipment_id === id);
  return shipments.map(({ id, ...shipment }) => ({
    ...shipment,
    courier_events: ofShipment(events, id),
    history: ofShipment(history, id),
    cases: ofShipment(cases, id),
  }));
}

async function batchRowsOf(trx: Db, shopId: string, orderIds: readonly string[]) {
  const rows = await trx
    .selectFrom('batch_row')
    .innerJoin('batch', (join) =>
      join.onRef('batch.shop_id', '=', 'batch_row.shop_id').onRef('batch.id', '=', 'batch_row.batch_id'),
    )
    .select(['batch.number as batch', 'batch_row.state', 'batch_row.fields', 'batch_row.message'])
    .where('batch_row.shop_id', '=', shopId)
    .where('batch_row.store_order_id', '=', anyOf(orderIds))
    .orderBy('batch_row.id')
    .execute();
  return rows.map(({ fields, ...row }) => ({ ...row, ...Object(fields) }));
}

function emailsOf(trx: Db, shopId: string, shipmentIds: readonly string[]) {
  return trx
    .selectFrom('customer_mail')
    .innerJoin('mail', (join) =>
      join.onRef('mail.shop_id', '=', 'customer_mail.shop_id').onRef('mail.id', '=', 'customer_mail.mail_id'),
    )
    .select(['mail.recipient', 'mail.subject', 'mail.text', 'mail.state', 'mail.created_at'])
    .where('customer_mail.shop_id', '=', shopId)
    .where('customer_mail.shipment_id', '=', anyOf(shipmentIds))
    .orderBy('mail.id')
    .execute();
}

function importedRowsOf(trx: Db, shopId: string, shipmentIds: readonly string[]) {
  return trx
    .selectFrom('import_row')
    .innerJoin('import', (join) =>
      join.onRef('import.shop_id', '=', 'import_row.shop_id').onRef('import.id', '=', 'import_row.import_id'),
    )
    .select([
      ...(['import.file_name', 'import_row.line', 'import_row.order_name', 'import_row.tracking_number'] as const),
      ...(['import_row.payment_status', 'import_row.amount', 'import_row.cod_amount'] as const),
      ...(['import_row.paid_date', 'import_row.also_says'] as const),
      ...(['import_row.reference', 'import_row.state', 'import_row.reason'] as const),
    ])
    .where('import_row.shop_id', '=', shopId)
    .where('import_row.shipment_id', '=', anyOf(shipmentIds))
    .orderBy('import_row.import_id')
    .orderBy('import_row.position')
    .execute();
}

function differencesOf(trx: Db, shopId: string, shipmentIds: readonly string[]) {
  return trx
    .selectFrom('difference')
    .select(['order_name', 'tracking_number', 'kind', 'store_says', 'courier_says', 'we_say', 'note', 'first_seen_at'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', anyOf(shipmentIds))
    .orderBy('id')
    .execute();
}
