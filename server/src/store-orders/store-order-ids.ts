import { sql, type RawBuilder } from 'kysely';
import { refsByKind } from './find-store-order.ts';

/** Ids of store orders, or what finds them in the statement that wants them. */
export type StoreOrderIds = readonly string[] | RawBuilder<string[]>;

export const anyOf = (ids: StoreOrderIds): RawBuilder<string> =>
  sql`any(${'toOperationNode' in ids ? ids : sql.val([...ids])})`;

/** The ids of the mirrored orders that references name, for statements that go with the one that reads the orders. */
export function idsOfRefs(shopId: string, refs: readonly string[]): RawBuilder<string[]> {
  const { platformIds, ours } = refsByKind(refs);
  return sql`array(
    select id from store_order where shop_id = ${shopId} and platform_order_id = any(${platformIds}::text[])
    union
    select id from store_order where shop_id = ${shopId} and id = any(${ours}::text[]))`;
}
