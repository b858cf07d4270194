import type { CustomerMailKind, CustomerMailText } from '@courierdesk/contract/customer-mails';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { codDue } from '../record/cod-due.ts';
import { addHistory } from '../record/history.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { lookOf } from '../../shop/look/find-look.ts';
import { composeCustomerMail } from './compose-customer-mail.ts';

const inWords: Record<CustomerMailKind, string> = {
  booked: 'Emailed the tracking link to the customer',
  'out-for-delivery': 'Emailed the customer: out for delivery',
  attempted: 'Emailed the customer: delivery failed',
  delivered: 'Emailed the customer: delivered',
};

/** Queues an email to the customer of a shipment and notes it in the shipment's history. Returns the email's id. */
export async function emailCustomer(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  text: CustomerMailText & { readonly kind: CustomerMailKind },
  who = 'Courierdesk',
): Promise<string> {
  const shop = await trx
    .selectFrom('shop')
    .select(['name', 'email'])
    .where('id', '=', shipment.shop_id)
    .executeTakeFirstOrThrow();
  await addHistory(trx, shipment, { at: context.clock(), who, what: inWords[text.kind] });
  const look = await lookOf(trx, shipment.shop_id);
  const parcel = { ...shipment, codDue: await codDue(trx, shipment) };
  return queueMail(trx, context, {
    shopId: shipment.shop_id,
    kind: 'customer',
    to: shipment.consignee_email,
    replyTo: shop.email,
    ...composeCustomerMail(context, { ...shop, look }, parcel, text),
  });
}
