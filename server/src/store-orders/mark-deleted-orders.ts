import { systemActor } from '../actor.ts';
import { recordAuditEvents } from '../audit/record-audit-event.ts';
import type { Db } from '../db/client.ts';

/**
 * Shopify hides orders older than 60 days from an app without `read_all_orders` (shopify.md 2.4). We subtract one day
 * as a margin.
 */
const visibleDays = 59;

/** Marks orders that the store no longer returns as deleted. Older ones are skipped: Shopify only hides them from us. */
export async function markDeletedOrders(
  trx: Db,
  shopId: string,
  platformOrderIds: readonly string[],
  now: Date,
): Promise<void> {
  // Trigger count_store_orders_on_update: the shop's number of store orders.
  const deleted = await trx
    .updateTable('store_order')
    .set({ deleted_at: now })
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', (where) => where.fn.any(where.val([...platformOrderIds])))
    .where('placed_at', '>', new Date(now.getTime() - visibleDays * 86_400_000))
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  const event = { at: now, action: 'store-order.deleted', subjectKind: 'store_order' } as const;
  await recordAuditEvents(
    trx,
    systemActor(shopId, 'Store'),
    deleted.map(({ id, name }) => ({ ...event, subjectId: id, label: name })),
  );
}
