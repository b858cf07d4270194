import nodemailer from 'nodemailer';
import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { storeOrdersByPlatformIds } from '../store-orders/find-store-orders.ts';

/**
 * Answers a customer's request for their data: emails our data about those orders to the shop's owner, who must pass it
 * on within 30 days (shopify.md 4.2).
 */
export async function answerDataRequest(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId = '',
): Promise<void> {
  const { shop, data } = await withShop(context.db, shopId, async (trx) => ({
    shop: await trx.selectFrom('shop').select(['name', 'email']).where('id', '=', shopId).executeTakeFirstOrThrow(),
    data: await customerDataOf(trx, shopId, platformOrderIds),
  }));
  if (data.orders.length > 0 && shop.email) await send(context, shop, data);
  await withShop(context.db, shopId, (trx) =>
    recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: context.clock(),
      action: 'customer.data-requested',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: {
        orders: data.orders.length,
        names: data.orders.map((order) => order.name),
        shipments: data.shipments.length,
      },
    }),
  );
}

type CustomerData = Awaited<ReturnType<typeof customerDataOf>>;

export async function customerDataOf(trx: Db, shopId: string, platformOrderIds: readonly string[]) {
  const rows = [...(await storeOrdersByPlatformIds(trx, shopId, platformOrderIds)).values()];
  const orders = rows.map((row) => ({
    name: row.name,
    placed_at: row.placed_at,
    customer_name: row.customer_name,
    email: row.email,
    phones: [row.phone_as_written, row.phone, row.phone2].filter(Boolean),
    address: [row.address, row.city, row.province, row.zip, row.country].filter(Boolean).join(', '),
    note: row.note,
    items: row.lines.map((line) => ({ title: line.title, quantity: line.quantity })),
    total: row.total,
  }));
  const orderIds = rows.map((row) => row.id);
  const shipments = await trx
    .selectFrom('shipment_order')
    .innerJoin('shipment', (join) =>
      join
        .onRef('shipment.shop_id', '=', 'shipment_order.shop_id')
        .onRef('shipment.id', '=', 'shipment_order.shipment_id'),
    )
    .select([
      'shipment.order_name',
      'shipment.company',
      'shipment.tracking_number',
      'shipment.status',
      'shipment.consignee_name',
      'shipment.consignee_email',
      'shipment.consignee_phone',
      'shipment.consignee_phone2',
      'shipment.consignee_phone3',
      'shipment.consignee_address',
      'shipment.destination_city',
      'shipment.booked_at',
      'shipment.delivered_at',
    ])
    .where('shipment_order.shop_id', '=', shopId)
    .where('shipment_order.store_order_id', '=', (where) => where.fn.any(where.val(orderIds)))
    .execute();
  const batchRows = await trx
    .selectFrom('batch_row')
    .select('fields')
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', (where) => where.fn.any(where.val(orderIds)))
    .where('shipment_id', 'is', null)
    .execute();
  return { orders, shipments, waiting_to_be_booked: batchRows.map((row) => row.fields) };
}

async function send(context: Context, shop: { name: string; email: string }, data: CustomerData): Promise<void> {
  const mail = nodemailer.createTransport(context.config.smtpUrl);
  const names = data.orders.map((order) => order.name).join(', ');
  await mail.sendMail({
    from: context.config.mailFrom,
    to: shop.email,
    subject: `A customer of ${shop.name} asked for their data`,
    text: [
      `A customer of ${shop.name} requested their data through the store (orders ${names}).`,
      'We attached all data that Courierdesk has about these orders. Please send it to the customer within 30 days.',
    ].join('\n\n'),
    attachments: [
      { filename: 'customer-data.json', contentType: 'application/json', content: JSON.stringify(data, undefined, 2) },
    ],
  });
  mail.close();
}
