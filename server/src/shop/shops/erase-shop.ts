import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { deleteJobsOfShop } from '../../base/db/job-requests.ts';
import { clearCachedAccess } from './access-cache.ts';
import { uninstallShop } from './uninstall-shop.ts';

/**
 * Every table of a shop except its audit trail and the webhooks. A table comes before the tables that it refers to. The
 * request to erase the shop is one of the webhooks: it goes last, so an interrupted erasure is continued.
 */
export const shopTables = [
  'import_row',
  'import',
  'import_preview',
  'shipment_task_row',
  'shipment_task',
  'order_view',
  'selection_download',
  'order_export',
  'export_choice',
  'mail',
  'customer_mail',
  'customer_mail_setting',
  'download_ticket',
  'label_print',
  'shipment_print',
  'shipment_slip',
  'load_sheet_shipment',
  'load_sheet',
  'load_sheet_count',
  'stored_file_chunk',
  'stored_file',
  'batch_row',
  'batch',
  'batch_count',
  'booking_rule',
  'booking_rule_set',
  'difference_repair',
  'difference',
  'comparison',
  'desired_store_state',
  'attention',
  'late_consignment',
  'idempotency_key',
  'shipment_history',
  'shipment_event',
  'shipment_order',
  'shipment',
  'shipment_day_change',
  'shipment_courier_day',
  'shipment_courier_city_day',
  'shipment_city_day',
  'shipment_staff_day',
  'shipment_count_change',
  'shipment_count',
  'courier_push',
  'courier_call',
  'courier_city_list',
  'courier_account',
  'city_correction',
  'store_order',
  'store_order_count',
  'store_sync',
  'session',
  'recovery_code',
  'two_factor',
  'passkey',
  'mailed_link',
  'app_user',
  'subscription_request',
  'subscription',
  'plan_usage',
  'checklist_step',
  'shop_logo',
  'shop_setting',
  'shop_credential',
] as const;

const rowsAtOnce = 5_000;

/**
 * Erases a shop's data, as the store requests 48 hours after an uninstall. If the uninstall webhook was lost, we ask the
 * store first: without access the app is uninstalled. A shop that lets us in is kept, because it was installed again: false.
 * Throws while the store does not answer, so that the request is tried again.
 */
export async function eraseShop(context: Context, shopId: string, deliveryId = ''): Promise<boolean> {
  if (!(await uninstallShop(context, shopId, deliveryId))) {
    context.log.info({ shopId }, 'shop not erased: the store gives us access');
    return false;
  }
  for (const table of shopTables) {
    while ((await eraseRows(context, table, shopId)) === rowsAtOnce) {
      // deletes in steps, so that a large shop holds no lock for long
    }
  }
  while ((await eraseAuditEvents(context, shopId)) === rowsAtOnce) {
    // deletes in steps
  }
  await acrossShops(context.db, async (trx) => {
    await deleteJobsOfShop(trx, shopId);
    await trx.deleteFrom('webhook_inbox').where('shop_id', '=', shopId).execute();
    await trx.deleteFrom('shop').where('id', '=', shopId).execute();
  });
  clearCachedAccess(context, shopId);
  context.log.info({ shopId }, 'shop erased');
  return true;
}

async function eraseRows(context: Context, table: (typeof shopTables)[number], shopId: string): Promise<number> {
  const name = sql.table(table);
  const { numAffectedRows } = await acrossShops(context.db, (trx) =>
    sql`delete from ${name} where shop_id = ${shopId}
      and ctid = any(array(select ctid from ${name} where shop_id = ${shopId} limit ${rowsAtOnce}))`.execute(trx),
  );
  return Number(numAffectedRows ?? 0);
}

/** Our roles cannot delete from the audit trail, so a database function does it for a shop that has left. */
async function eraseAuditEvents(context: Context, shopId: string): Promise<number> {
  const { rows } = await acrossShops(context.db, (trx) =>
    sql<{ erased: number }>`select erase_audit_events(${shopId}, ${rowsAtOnce}) as erased`.execute(trx),
  );
  return rows[0]?.erased ?? 0;
}
