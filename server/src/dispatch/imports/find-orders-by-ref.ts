import { Id } from '@courierdesk/contract/ids';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { storeOrderRow, type StoreOrderRow } from '../../store/orders/store-order-row.ts';

export type FoundOrder = { readonly kind: 'one'; readonly order: StoreOrderRow } | { readonly kind: 'several' };

/** Mirrored store orders by what people write: the name with or without `#`, our id, or the store's id. A name wins. */
export async function findOrdersByRef(
  trx: Db,
  shopId: string,
  refs: readonly string[],
): Promise<Map<string, FoundOrder>> {
  const names = refs.flatMap((ref) => namesOf(ref));
  const ids = refs.flatMap((ref) => idOf(ref) ?? []);
  const platformIds = refs.flatMap((ref) => platformIdOf(ref) ?? []);
  const [byName, byId, byPlatformId] = [
    await ordersBy(trx, shopId, 'name', names),
    await ordersBy(trx, shopId, 'id', ids),
    await ordersBy(trx, shopId, 'platform_order_id', platformIds),
  ];
  const found = new Map<string, FoundOrder>();
  for (const ref of refs) {
    const named = namesOf(ref).flatMap((name) => byName.get(name) ?? []);
    const orders =
      named.length > 0 ? named : (byId.get(idOf(ref) ?? '') ?? byPlatformId.get(platformIdOf(ref) ?? '') ?? []);
    const [order, second] = orders;
    if (order) found.set(ref, second ? { kind: 'several' } : { kind: 'one', order });
  }
  return found;
}

const namesOf = (ref: string): string[] => (ref.startsWith('#') ? [ref, ref.slice(1)] : [ref, `#${ref}`]);

const idOf = (ref: string): string | undefined => Id.safeParse(ref).data;

const platformIdOf = (ref: string): string | undefined => /^(?:gid:\/\/shopify\/Order\/)?(\d{8,20})$/.exec(ref)?.[1];

async function ordersBy(
  trx: Db,
  shopId: string,
  column: 'name' | 'id' | 'platform_order_id',
  values: readonly string[],
): Promise<Map<string, StoreOrderRow[]>> {
  const orders = new Map<string, StoreOrderRow[]>();
  if (values.length === 0) return orders;
  const rows = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where(column, '=', anyOf(values))
    .execute();
  for (const row of rows) {
    const same = orders.get(row[column]);
    if (same) same.push(storeOrderRow(row));
    else orders.set(row[column], [storeOrderRow(row)]);
  }
  return orders;
}
