import { CustomerMailKind, type CustomerMailSetting } from '@courierdesk/contract/customer-mails';
import type { Selectable } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { CustomerMail } from '../../base/db/schema.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockShipment } from '../record/find-shipments.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { emailCustomer } from './email-customer.ts';
import { customerMailSetting } from './queries.ts';
import { isStillTrue } from './still-true.ts';

type CustomerMailRow = Selectable<CustomerMail>;

const atOnce = 50;

/**
 * Writes a shop's due emails to customers with its wording of now, and queues them for sending, each in one transaction.
 * Returns when the next one is due.
 */
export async function writeDueCustomerMails(
  context: Context,
  { shopId }: { readonly shopId: string },
): Promise<Date | undefined> {
  const due = await withShop(context.db, shopId, (trx) =>
    waitingMails(trx)
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('next_at', '<=', context.clock())
      .orderBy('next_at')
      .limit(atOnce)
      .execute(),
  );
  for (const row of due) await withShop(context.db, shopId, (trx) => write(trx, context, row));
  const [next] = await withShop(context.db, shopId, shopsWithCustomerMails);
  return next?.at;
}

/** When the next email of each shop is due. Within a shop, only this one is seen. */
export async function shopsWithCustomerMails(trx: Db): Promise<{ shopId: string; at: Date }[]> {
  const rows = await waitingMails(trx)
    .select(({ fn }) => ['shop_id as shopId', fn.min('next_at').as('at')])
    .groupBy('shop_id')
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

const waitingMails = (trx: Db) => trx.selectFrom('customer_mail').where('state', '=', 'waiting');

async function write(trx: Db, context: Context, row: CustomerMailRow): Promise<void> {
  const shipment = await lockShipment(trx, { shop_id: row.shop_id, id: row.shipment_id });
  // The job may run twice at once, and the other run has written this email.
  if (!(await isWaiting(trx, row))) return;
  const kind = CustomerMailKind.parse(row.kind);
  const setting = await customerMailSetting(trx, row.shop_id, kind);
  // One that was dropped, and is due again.
  if (row.mail_id)
    await trx.deleteFrom('mail').where('shop_id', '=', row.shop_id).where('id', '=', row.mail_id).execute();
  const mailId = (await canSend(trx, shipment, setting)) ? await emailCustomer(trx, context, shipment, setting) : null;
  await trx
    .updateTable('customer_mail')
    .set({ state: mailId ? 'queued' : 'skipped', mail_id: mailId, next_at: null })
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .execute();
}

async function isWaiting(trx: Db, row: CustomerMailRow): Promise<boolean> {
  const mail = await waitingMails(trx)
    .select('id')
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .executeTakeFirst();
  return mail !== undefined;
}

/** False if the email was turned off, the address erased, or the parcel moved on since it was due. */
const canSend = async (trx: Db, shipment: ShipmentRow, setting: CustomerMailSetting): Promise<boolean> =>
  setting.enabled && shipment.consignee_email !== '' && (await isStillTrue(trx, setting.kind, shipment));
