import { OrderColumn, OrderViewSearch, viewAccess, type SavedView } from '@courierdesk/contract/order-views';
import { canAccess } from '@courierdesk/contract/scopes';
import { StoreOrderViewSearch } from '@courierdesk/contract/store-order-filters';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import type { OrderView as OrderViewTable } from '../../base/db/schema.ts';

type OrderViewRow = Selectable<OrderViewTable>;

/** The views of a person, for the pages that this person may open. */
export async function viewsOf(trx: Db, actor: UserActor): Promise<SavedView[]> {
  const rows = await trx
    .selectFrom('order_view')
    .selectAll()
    .where('shop_id', '=', actor.shopId)
    .where('user_id', '=', actor.userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(presentView).filter(({ page }) => canAccess(viewAccess[page], actor));
}

/** Filters and columns are read as leniently as a URL: what a later version does not know is left out. */
export function presentView(row: OrderViewRow): SavedView {
  const { id, name, is_default } = row;
  if (row.page === 'store-orders')
    return { id, name, is_default, page: 'store-orders', search: StoreOrderViewSearch.parse(row.search) };
  const columns = z
    .array(z.string())
    .parse(row.columns)
    .flatMap((column) => OrderColumn.options.find((known) => known === column) ?? []);
  return { id, name, is_default, page: 'orders', search: OrderViewSearch.parse(row.search), columns };
}
