import type { StoreOrdersMatch } from '@courierdesk/contract/store-order-filters';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { resolveStoreOrdersRequest } from './resolve-list-request.ts';
import { matchingOrders, isAfter, orderBy } from './order-filters.ts';

const justCancelledMs = 3_600_000;

/**
 * The next order of a list that is ready to book, after the first of the orders in `after`. For a list of another tab,
 * its filters and sort are applied to the ready orders.
 */
export async function nextStoreOrder(
  context: Context,
  actor: UserActor,
  given: { query: StoreOrdersMatch; after: readonly string[]; except: readonly string[] },
): Promise<{ id: string; order_name: string } | null> {
  const { shopId } = actor;
  const { sort, tab } = given.query;
  // The list of all orders is the only one that begins with the newest.
  const newestFirst = sort === undefined && tab === 'all' ? ({ sort: 'age', dir: 'asc' } as const) : {};
  const query: StoreOrdersMatch = { ...given.query, ...newestFirst, tab: 'ready' };
  const request = await resolveStoreOrdersRequest(context, actor, query);
  const { rows } = await withShop(context.db, shopId, (trx) =>
    sql<{ id: string; order_name: string }>`
      select o.id, o.name as order_name ${matchingOrders(request)}
        and ${isAfter(shopId, given.after, query)}
        and o.id <> all(${[...given.after, ...given.except]}::text[])
        and not exists (
          select 1 from shipment_order h join shipment s on s.shop_id = h.shop_id and s.id = h.shipment_id
          where h.shop_id = o.shop_id and h.store_order_id = o.id
            and s.cancelled_at > ${new Date(context.clock().getTime() - justCancelledMs)})
      order by ${orderBy(query)} limit 1`.execute(trx),
  );
  return rows[0] ?? null;
}
