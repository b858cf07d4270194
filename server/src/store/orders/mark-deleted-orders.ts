import { systemActor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';
import { storeOrdersByPlatformIds } from './find-store-orders.ts';
import type { StoreOrderRow } from './store-order-row.ts';

export type MissingOrders = {
  /** Our copies of those that the store only hides from us, by the platform's id. */
  readonly hidden: ReadonlyMap<string, StoreOrderRow>;
  /** Our ids of those that were marked as deleted now. */
  readonly deleted: readonly string[];
};

/** Marks the orders that the store does not return as deleted, except those that it hides from us. */
export async function markDeletedOrders(
  trx: Db,
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
): Promise<MissingOrders> {
  const before = await hiddenBefore(trx, context, shopId);
  const rows = await storeOrdersByPlatformIds(trx, shopId, platformOrderIds);
  const hidden = new Map([...rows].filter(([, row]) => row.deleted_at === null && row.placed_at < before));
  const at = context.clock();
  // Trigger count_store_orders_on_update: the shop's number of store orders.
  const deleted = await trx
    .updateTable('store_order')
    .set({ deleted_at: at })
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', anyOf(platformOrderIds))
    .where('placed_at', '>=', before)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  const event = { at, action: 'store-order.deleted', subjectKind: 'store_order' } as const;
  await recordAuditEvents(
    trx,
    systemActor(shopId, 'Store'),
    deleted.map(({ id, name }) => ({ ...event, subjectId: id, label: name })),
  );
  return { hidden, deleted: deleted.map(({ id }) => id) };
}
