import { CustomerMailKind } from '@courierdesk/contract/customer-mails';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { MailRow, MailSubject } from '../../base/mail/send-due-mails.ts';
import { contradictionOf } from '../record/cases.ts';
import { addHistory } from '../record/history.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';

type Parcel = Pick<ShipmentRow, 'shop_id' | 'id' | 'booking_state' | 'status' | 'status_text' | 'trouble'>;

const hourMs = 3_600_000;

/** After this time, there is no email about it: "today" is not sent tomorrow. */
export const sentWithin: Record<CustomerMailKind, number> = {
  booked: 48 * hourMs,
  'out-for-delivery': 8 * hourMs,
  attempted: 24 * hourMs,
  delivered: 48 * hourMs,
};

/** What the email says is so now, and its courier does not contradict it. */
export const isStillTrue = async (trx: Db, kind: CustomerMailKind, parcel: Parcel): Promise<boolean> =>
  isSo(kind, parcel) && !(await contradictionOf(trx, parcel));

function isSo(kind: CustomerMailKind, { booking_state, status, status_text, trouble }: Parcel): boolean {
  if (booking_state !== 'booked') return false;
  switch (kind) {
    case 'booked':
      return status === 'FULFILLED' || status === 'INPROCESS';
    case 'out-for-delivery':
      return status === 'INPROCESS' && trouble === null && isOutForDelivery(status_text);
    case 'attempted':
      return status === 'INPROCESS' && trouble === 'attempted';
    case 'delivered':
      return status === 'DELIVERED';
  }
}

/** What sending an email has to know about emails to customers. */
export const customerMails: MailSubject = {
  isStillTrue: customerMailIsTrue,
  recordFailure: (trx, mail, words, now) =>
    recordUnsent(trx, mail, now, `The email to ${mail.recipient} was not accepted: ${words}`),
};

/** Asked right before an email is sent, which may be long after it was written. What a person sends is sent. */
async function customerMailIsTrue(context: Context, mail: MailRow): Promise<boolean> {
  if (mail.kind !== 'customer') return true;
  const now = context.clock();
  return withShop(context.db, mail.shop_id, async (trx) => {
    const parcel = await trx
      .selectFrom('customer_mail')
      .innerJoin('shipment', (join) =>
        join
          .onRef('shipment.shop_id', '=', 'customer_mail.shop_id')
          .onRef('shipment.id', '=', 'customer_mail.shipment_id'),
      )
      .select(['kind', 'shipment.shop_id', 'shipment.id', 'booking_state', 'status', 'status_text', 'trouble'])
      .where('customer_mail.shop_id', '=', mail.shop_id)
      .where('mail_id', '=', mail.id)
      .where('requested_by', '=', '')
      .executeTakeFirst();
    if (!parcel) return true;
    const kind = CustomerMailKind.parse(parcel.kind);
    const isInTime = now.getTime() - mail.created_at.getTime() < sentWithin[kind];
    if (isInTime && (await isStillTrue(trx, kind, parcel))) return true;
    await recordUnsent(trx, mail, now, 'Did not send that email: it was no longer true');
    return false;
  });
}

/** The email no longer counts as sent, also after its row of `mail` is deleted. */
async function recordUnsent(trx: Db, mail: MailRow, now: Date, what: string): Promise<void> {
  const unsent = await trx
    .updateTable('customer_mail')
    .set({ state: 'skipped' })
    .where('shop_id', '=', mail.shop_id)
    .where('mail_id', '=', mail.id)
    .returning('shipment_id')
    .executeTakeFirst();
  if (!unsent) return;
  const parcel = { shop_id: mail.shop_id, id: unsent.shipment_id };
  await addHistory(trx, parcel, { at: now, who: 'Courierdesk', what });
}
