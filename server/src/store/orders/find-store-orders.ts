import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { storeOrderRow, type StoreOrderRow } from './store-order-row.ts';

export type { StoreOrderRow } from './store-order-row.ts';

export async function storeOrderById(trx: Db, shopId: string, id: string): Promise<StoreOrderRow | undefined> {
  return (await storeOrdersByIds(trx, shopId, [id])).get(id);
}

/** Mirrored orders by our ids. */
export async function storeOrdersByIds(
  trx: Db,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, StoreOrderRow>> {
  const rows = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, storeOrderRow(row)]));
}

/** Mirrored orders by the platform's ids. */
export async function storeOrdersByPlatformIds(
  trx: Db,
  shopId: string,
  platformOrderIds: readonly string[],
): Promise<Map<string, StoreOrderRow>> {
  const rows = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', anyOf(platformOrderIds))
    .execute();
  return new Map(rows.map((row) => [row.platform_order_id, storeOrderRow(row)]));
}

/** Mirrored orders by reference. A reference is our id, the store's numeric id or its `gid://`. */
export async function storeOrdersByRefs(
  trx: Db,
  shopId: string,
  refs: readonly string[],
): Promise<Map<string, StoreOrderRow>> {
  const { platformIds, ours } = refsByKind(refs);
  const none = new Map<string, StoreOrderRow>();
  const byPlatformId = platformIds.length > 0 ? await storeOrdersByPlatformIds(trx, shopId, platformIds) : none;
  const byId = ours.length > 0 ? await storeOrdersByIds(trx, shopId, ours) : none;
  const found = new Map<string, StoreOrderRow>();
  for (const ref of refs) {
    const platformId = platformIdOf(ref);
    const order = platformId === undefined ? byId.get(ref) : byPlatformId.get(platformId);
    if (order) found.set(ref, order);
  }
  return found;
}

/** The store's numeric id in a reference; undefined for our own ids. */
export function platformIdOf(ref: string): string | undefined {
  return /^(?:gid:\/\/shopify\/Order\/)?(\d{1,20})$/.exec(ref)?.[1];
}

/** The platform's ids and our own among references. */
const refsByKind = (refs: readonly string[]): { platformIds: string[]; ours: string[] } => ({
  platformIds: refs.flatMap((ref) => platformIdOf(ref) ?? []),
  ours: refs.filter((ref) => platformIdOf(ref) === undefined),
});

/** SQL for our ids of the referenced orders, for statements that run beside the one that reads the orders. */
export function idsOfRefs(shopId: string, refs: readonly string[]): RawBuilder<string[]> {
  const { platformIds, ours } = refsByKind(refs);
  return sql`array(
    select id from store_order where shop_id = ${shopId} and platform_order_id = any(${platformIds}::text[])
    union
    select id from store_order where shop_id = ${shopId} and id = any(${ours}::text[]))`;
}
