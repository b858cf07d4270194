import { OrderColumn, OrderViewSearch, type OrderView } from '@courierdesk/contract/order-views';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import type { OrderView as OrderViewTable } from '../db/schema.ts';

export type OrderViewRow = Selectable<OrderViewTable>;

/** Whose views: a person's, in a shop. */
export type Owner = { readonly shopId: string; readonly userId: string };

export async function viewsOf(trx: Db, owner: Owner): Promise<OrderView[]> {
  const rows = await trx
    .selectFrom('order_view')
    .selectAll()
    .where('shop_id', '=', owner.shopId)
    .where('user_id', '=', owner.userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(presentView);
}

/** Filters and columns are read as leniently as a URL: what a later version does not know is left out. */
export const presentView = (row: OrderViewRow): OrderView => ({
  id: row.id,
  name: row.name,
  search: OrderViewSearch.parse(row.search),
  columns: z
    .array(z.string())
    .parse(row.columns)
    .flatMap((column) => OrderColumn.options.find((known) => known === column) ?? []),
  is_default: row.is_default,
});
