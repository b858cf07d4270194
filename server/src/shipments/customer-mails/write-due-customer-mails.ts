import { CustomerMailKind, type CustomerMailSetting } from '@courierdesk/contract/customer-mails';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { CustomerMail } from '../../base/db/schema.ts';
import type { Db } from '../../base/db/client.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { claimDueRows } from '../../base/jobs/claim-due-rows.ts';
import { lockShipment } from '../record/find-shipments.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { emailCustomer } from './email-customer.ts';
import { customerMailSetting } from './queries.ts';
import { isStillTrue } from './still-true.ts';

type CustomerMailRow = Selectable<CustomerMail>;

const leaseMs = 60_000;
const atOnce = 50;

/** Writes due emails to customers with the shop's wording of now, and queues them for sending. */
export async function writeDueCustomerMails(context: Context): Promise<number> {
  const now = context.clock();
  const due = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'customer_mail', {
      due: sql`state = 'waiting' and next_at <= ${now}`,
      orderBy: sql`next_at`,
      limit: atOnce,
      set: sql`next_at = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
  for (const row of due) await withShop(context.db, row.shop_id, (trx) => write(trx, context, row));
  return due.length;
}

async function write(trx: Db, context: Context, row: CustomerMailRow): Promise<void> {
  const shipment = await lockShipment(trx, { shop_id: row.shop_id, id: row.shipment_id });
  // A slow worker's lease may have ended, and another worker has written this email.
  if (!(await isWaiting(trx, row))) return;
  const kind = CustomerMailKind.parse(row.kind);
  const setting = await customerMailSetting(trx, row.shop_id, kind);
  const mailId = maySend(shipment, setting) ? await emailCustomer(trx, context, shipment, setting) : null;
  await trx
    .updateTable('customer_mail')
    .set({ state: mailId ? 'queued' : 'skipped', mail_id: mailId, next_at: null })
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .execute();
}

async function isWaiting(trx: Db, row: CustomerMailRow): Promise<boolean> {
  const { state } = await trx
    .selectFrom('customer_mail')
    .select('state')
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  return state === 'waiting';
}

/** False if the email was turned off, the address erased, or the parcel moved on since it was due. */
const maySend = (shipment: ShipmentRow, setting: CustomerMailSetting): boolean =>
  setting.enabled && shipment.consignee_email !== '' && isStillTrue(setting.kind, shipment);
