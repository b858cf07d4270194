import { maxEmailsByHand } from '@courierdesk/contract/customer-mails';
import { formatShort } from '@courierdesk/contract/dates';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { lockShipment, shipmentById } from '../record/find-shipments.ts';
import { shipmentLabel } from '../record/shipment-label.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { emailCustomer } from './email-customer.ts';
import { customerMailSetting } from './queries.ts';

/** Emails the tracking link of a shipment to its customer: once, unless the user asks for it again. */
export async function sendTrackingLink(
  context: Context,
  actor: UserActor,
  shipmentId: string,
  again: boolean,
): Promise<Date> {
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const shipment = await shipmentToEmail(trx, actor, shipmentId);
    await refuseTooMany(trx, context, actor, shipmentId, again);
    const text = await customerMailSetting(trx, actor.shopId, 'booked');
    const mailId = await emailCustomer(trx, context, shipment, text, actor.name);
    await trx
      .insertInto('customer_mail')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        shipment_id: shipmentId,
        kind: 'booked',
        requested_by: actor.userId,
        state: 'queued',
        mail_id: mailId,
        created_at: now,
      })
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'customer.emailed',
      subjectKind: 'shipment',
      subjectId: shipmentId,
      label: shipmentLabel(shipment),
    });
  });
  return now;
}

async function shipmentToEmail(trx: Db, actor: UserActor, id: string): Promise<ShipmentRow> {
  const known = await shipmentById(trx, actor.shopId, id);
  if (!known) throw notFound('This order');
  const shipment = await lockShipment(trx, known);
  if (shipment.booking_state !== 'booked' || shipment.status === 'CANCELLED')
    throw new AppError('cannot-email', 'There is nothing to track: this order has no booking.');
  if (shipment.consignee_email === '')
    throw new AppError('cannot-email', 'This order has no email address of the customer.');
  return shipment;
}

async function refuseTooMany(
  trx: Db,
  context: Context,
  actor: UserActor,
  shipmentId: string,
  again: boolean,
): Promise<void> {
  const earlier = await trx
    .selectFrom('customer_mail')
    .select(['created_at', 'requested_by'])
    .where('shop_id', '=', actor.shopId)
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'booked')
    .where('state', '<>', 'skipped')
    .orderBy('created_at', 'desc')
    .execute();
  const [last] = earlier;
  if (!last) return;
  const when = formatShort(last.created_at, actor.shop.timeZone, context.clock());
  if (!again)
    throw new AppError('already-emailed', `The customer already got the tracking link on ${when}.`, {
      detail: { sent_at: last.created_at.toISOString() },
    });
  if (earlier.filter((one) => one.requested_by !== '').length >= maxEmailsByHand)
    throw new AppError('cannot-email', `The customer got this email ${maxEmailsByHand} times already.`);
}
