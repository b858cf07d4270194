import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/**
 * The store should know that the orders of these parcels are paid. Rides with the wanted state, in the transaction of
 * the change. Parcels that do not hold their orders any more say nothing about them.
 */
export async function wantPaid(trx: Db, shopId: string, shipmentIds: readonly string[], now: Date): Promise<void> {
  if (shipmentIds.length === 0) return;
  await sql`
    insert into wanted_store_state as wanted (
      shop_id, store_order_id, version, shipment_id, fulfilled, tracking_number, company, lines, notify_customer,
      unwanted_numbers, done_version, state, next_at, wants_paid, updated_at)
    select held.shop_id, held.store_order_id, 1, held.shipment_id, true, s.tracking_number, s.company, held.lines, false,
           '{}', 0, 'due', ${now}::timestamptz, true, ${now}::timestamptz
    from shipment_order held join shipment s on s.shop_id = held.shop_id and s.id = held.shipment_id
    where held.shop_id = ${shopId} and held.shipment_id = any(${[...shipmentIds]}::text[]) and held.holds
    order by held.store_order_id
    on conflict (shop_id, store_order_id) do update set
      wants_paid = true,
      version = wanted.version + 1,
      state = case when wanted.state = 'done' then 'due' else wanted.state end,
      next_at = case when wanted.state = 'done' then excluded.next_at else wanted.next_at end,
      tries = case when wanted.state = 'done' then 0 else wanted.tries end,
      updated_at = excluded.updated_at
    where wanted.shipment_id = excluded.shipment_id and not wanted.wants_paid
  `.execute(trx);
}

/** What the store was not told yet, it is not told any more. A store order that is paid there stays paid. */
export async function wantPaidNoMore(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await trx
    .updateTable('wanted_store_state')
    .set({ wants_paid: false })
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .where('wants_paid', '=', true)
    .execute();
}
