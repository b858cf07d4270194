import type { Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { WantedStoreState } from '../db/schema.ts';
import { anyOf, type IdList } from '../db/id-list.ts';

export type WantedRow = Selectable<WantedStoreState>;

/** Under a lease of ours. */
export type LeasedRow = WantedRow & { readonly lease_id: string };

/** Those of these orders about which the store has not yet been told the latest. */
export async function unsettledStoreUpdates(trx: Db, shopId: string, storeOrderIds: IdList): Promise<string[]> {
  const rows = await trx
    .selectFrom('wanted_store_state')
    .select('store_order_id')
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(storeOrderIds))
    .where('state', '=', 'due')
    .execute();
  return rows.map((row) => row.store_order_id);
}

/** Store updates of a shipment's orders. */
export function storeUpdatesOf(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<WantedRow[]> {
  return trx
    .selectFrom('wanted_store_state')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('shipment_id', '=', (where) => where.fn.any(where.val([...shipmentIds])))
    .execute();
}
