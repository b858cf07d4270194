import type { Db } from '../db/client.ts';

/** Orders older than this are hidden from an app without `read_all_orders` (shopify.md 2.4); a day less, to be sure. */
const visibleDays = 59;

/**
 * The store no longer shows these orders. A young one was deleted there; an old one has only gone out of our sight.
 */
export async function markGone(trx: Db, shopId: string, platformOrderIds: readonly string[], now: Date): Promise<void> {
  // Trigger count_store_orders_on_update: the shop's number of store orders.
  await trx
    .updateTable('store_order')
    .set({ deleted_at: now })
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', (where) => where.fn.any(where.val([...platformOrderIds])))
    .where('placed_at', '>', new Date(now.getTime() - visibleDays * 86_400_000))
    .where('deleted_at', 'is', null)
    .execute();
}
