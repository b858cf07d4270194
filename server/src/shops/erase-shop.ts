import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import { forgetAccess } from './platform-access.ts';

/** Every table of a shop but its audit trail; what refers to others comes before them. */
export const tablesOfAShop = [
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
  'desired_store_state',
  'attention',
  'late_consignment',
  'idempotency_key',
  'shipment_history',
  'shipment_event',
  'shipment_order',
  'shipment',
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
  'webhook_inbox',
  'session',
  'app_user',
  'subscription',
  'plan_usage',
  'shop_setting',
  'shop_credential',
] as const;

const rowsAtOnce = 5_000;

/** The store asks, 48 hours after it removed Courierdesk, to erase the shop. One that came back since is kept. */
export async function eraseShop(context: Context, shopId: string): Promise<void> {
  const gone = await acrossShops(context.db, (trx) =>
    trx
      .selectFrom('shop')
      .select('id')
      .where('id', '=', shopId)
      .where('uninstalled_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (!gone) return;
  for (const table of tablesOfAShop) {
    while ((await eraseSome(context, table, shopId)) === rowsAtOnce) {
      // big shops are erased in steps that hold no lock for long
    }
  }
  while ((await eraseAuditEvents(context, shopId)) === rowsAtOnce) {
    // in steps as well
  }
  await acrossShops(context.db, (trx) => trx.deleteFrom('shop').where('id', '=', shopId).execute());
  forgetAccess(context, shopId);
  context.log.info({ shopId }, 'shop erased');
}

async function eraseSome(context: Context, table: (typeof tablesOfAShop)[number], shopId: string): Promise<number> {
  const name = sql.table(table);
  const { numAffectedRows } = await acrossShops(context.db, (trx) =>
    sql`delete from ${name} where ctid = any(array(select ctid from ${name} where shop_id = ${shopId} limit ${rowsAtOnce}))`.execute(
      trx,
    ),
  );
  return Number(numAffectedRows ?? 0);
}

/** No role of ours may delete from the audit trail; this function of the database erases that of a shop that has left. */
async function eraseAuditEvents(context: Context, shopId: string): Promise<number> {
  const { rows } = await acrossShops(context.db, (trx) =>
    sql<{ erased: number }>`select erase_audit_events(${shopId}, ${rowsAtOnce}) as erased`.execute(trx),
  );
  return rows[0]?.erased ?? 0;
}
