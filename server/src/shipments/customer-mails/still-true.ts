import { CustomerMailKind } from '@courierdesk/contract/customer-mails';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { MailRow } from '../../base/mail/send-due-mails.ts';
import { addHistory } from '../record/history.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';

type Parcel = Pick<ShipmentRow, 'booking_state' | 'status' | 'status_text' | 'trouble'>;

const hourMs = 3_600_000;

/** After this time, there is no email about it: "today" is not sent tomorrow. */
export const sentWithin: Record<CustomerMailKind, number> = {
  booked: 48 * hourMs,
  'out-for-delivery': 8 * hourMs,
  attempted: 24 * hourMs,
  delivered: 48 * hourMs,
};

/** What the email says is so now. */
export function isStillTrue(kind: CustomerMailKind, { booking_state, status, status_text, trouble }: Parcel): boolean {
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

/** Asked right before an email is sent, which may be long after it was written. What a person sends is sent. */
export async function customerMailIsTrue(context: Context, mail: MailRow): Promise<boolean> {
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
      .select(['kind', 'shipment.id', 'booking_state', 'status', 'status_text', 'trouble'])
      .where('customer_mail.shop_id', '=', mail.shop_id)
      .where('mail_id', '=', mail.id)
      .where('requested_by', '=', '')
      .executeTakeFirst();
    if (!parcel) return true;
    const kind = CustomerMailKind.parse(parcel.kind);
    const isInTime = now.getTime() - mail.created_at.getTime() < sentWithin[kind];
    if (isInTime && isStillTrue(kind, parcel)) return true;
    const what = 'Did not send that email: it was no longer true';
    await addHistory(trx, { shop_id: mail.shop_id, id: parcel.id }, { at: now, who: 'Courierdesk', what });
    return false;
  });
}
