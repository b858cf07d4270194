import type { CustomerMailKind } from '@courierdesk/contract/customer-mails';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';

/**
 * Queues emails to customers, in the transaction of the change that they are about, where the shop has turned them on
 * and the customer has an email address. Each kind once per shipment; one that was not sent does not count. A job writes them
 * within seconds. All kinds are off until a shop turns them on: Shopify sends its own shipping email, and no customer should
 * get two by surprise.
 */
export async function requestCustomerMails(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shopId: string,
  mails: readonly { readonly shipmentId: string; readonly kind: CustomerMailKind }[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ shipmentId, kind }) => ({ id: newId(now), shipment_id: shipmentId, kind }));
  const { numAffectedRows } = await sql`
    insert into customer_mail (shop_id, id, shipment_id, kind, state, next_at, created_at)
    select ${shopId}, due.id, due.shipment_id, due.kind, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due(id text, shipment_id text, kind text)
    join customer_mail_setting setting on setting.shop_id = ${shopId} and setting.kind = due.kind and setting.enabled
    join shipment on shipment.shop_id = ${shopId} and shipment.id = due.shipment_id and shipment.consignee_email <> ''
    where not exists (
      select from customer_mail earlier
      where earlier.shop_id = ${shopId} and earlier.shipment_id = due.shipment_id and earlier.kind = due.kind
        and earlier.state <> 'skipped')
    on conflict (shop_id, shipment_id, kind) where requested_by = ''
    do update set state = excluded.state, next_at = excluded.next_at, created_at = excluded.created_at
    where customer_mail.state = 'skipped'`.execute(trx);
  if (numAffectedRows) await context.jobs.request(trx, 'customer-mails', { shopId, at: now });
}
