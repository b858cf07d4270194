import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/**
 * Asks for the store orders of these parcels to be marked as paid. Call it in the transaction that marks the parcels as
 * paid. Parcels that no longer hold their orders are skipped.
 */
export async function requestPaid(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<void> {
  if (shipmentIds.length === 0) return;
  await sql`
    insert into desired_store_state as desired (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      numbers_to_remove, synced_version, state, next_at, mark_paid, updated_at)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company, held.lines, false,
           '{}', 0, 'due', ${now}::timestamptz, true, ${now}::timestamptz
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[]) and held.holds
    order by held.store_order_id
    on conflict (shop_id, store_order_id) do update set
      mark_paid = true,
      version = desired.version + 1,
      state = case when desired.state = 'done' then 'due' else desired.state end,
      next_at = case when desired.state = 'done' then excluded.next_at else desired.next_at end,
      tries = case when desired.state = 'done' then 0 else desired.tries end,
      updated_at = excluded.updated_at
    where desired.shipment_id = excluded.shipment_id and not desired.mark_paid
  `.execute(trx);
}

/** Takes back requests that are not done yet. A store order that is already marked as paid stays paid. */
export async function withdrawPaidRequest(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await trx
    .updateTable('desired_store_state')
    .set({ mark_paid: false })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .where('mark_paid', '=', true)
    .execute();
}
