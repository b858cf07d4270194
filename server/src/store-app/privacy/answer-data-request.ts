import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { customerDataOf, type CustomerData } from './customer-data.ts';

/**
 * Answers a customer's request for their data: emails our data about those orders to the shop's owner, who must pass it
 * on within 30 days. The email and the audit event are saved together, so a repeated delivery is
 * answered once.
 */
export async function answerDataRequest(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId: string,
): Promise<void> {
  await withShop(context.db, shopId, async (trx) => {
    const shop = await trx
      .selectFrom('shop')
      .select(['name', 'email'])
      .where('id', '=', shopId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (await isAnswered(trx, shopId, deliveryId)) return;
    const data = await customerDataOf(trx, shopId, platformOrderIds);
    const isSent = data.orders.length > 0 && shop.email !== '';
    if (isSent) await queueAnswer(trx, context, shopId, shop, data);
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: context.clock(),
      action: 'customer.data-requested',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: {
        orders: data.orders.length,
        names: data.orders.map((order) => order.name),
        shipments: data.shipments.length,
        emailed: isSent,
      },
    });
  });
}

async function isAnswered(trx: Db, shopId: string, deliveryId: string): Promise<boolean> {
  const event = await trx
    .selectFrom('audit_event')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('subject_id', '=', shopId)
    .where('action', '=', 'customer.data-requested')
    .where('request_id', '=', deliveryId)
    .executeTakeFirst();
  return event !== undefined;
}

async function queueAnswer(
  trx: Db,
  context: Context,
  shopId: string,
  shop: { name: string; email: string },
  data: CustomerData,
): Promise<void> {
  const names = data.orders.map((order) => order.name).join(', ');
  await queueMail(trx, context, {
    shopId,
    kind: 'customer-data',
    to: shop.email,
    subject: `A customer of ${shop.name} asked for their data`,
    ...composeMail({
      shopName: shop.name,
      paragraphs: [
        `A customer of ${shop.name} requested their data through the store (orders ${names}).`,
        'We attached all data that Courierdesk has about these orders. Please send it to the customer within 30 days.',
      ],
      reason: `You get this email because you own ${shop.name}, which uses Courierdesk.`,
    }),
    attachment: { name: 'customer-data.json', text: JSON.stringify(data, undefined, 2) },
  });
}
