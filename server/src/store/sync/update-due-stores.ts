import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { runPool } from '../../base/jobs/run-pool.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';
import { reconcileStoreOrder } from './reconcile-store-order.ts';

const ordersAtOnce = 16;
/** A store that does not respond keeps its orders for up to a minute. The other places stay free for other shops. */
const ordersAtOncePerShop = 4;

type DueOrder = { readonly shop_id: string; readonly store_order_id: string };

/** Updates store orders that do not have their desired state yet. The shops take turns. */
export async function updateDueStores(context: Context, signal: AbortSignal): Promise<number> {
  let updated = 0;
  await runPool<DueOrder>({
    size: ordersAtOnce,
    next: (running) => nextDueOrder(context, [...running]),
    async work(order) {
      try {
        const outcome = await reconcileStoreOrder(context, order.shop_id, order.store_order_id);
        // A row that another worker leased first does not count as work done.
        if (outcome !== 'not-due') updated += 1;
      } catch (error) {
        context.log.error({ err: error, ...order }, 'store update failed, it is tried again after its lease');
      }
    },
    signal,
  });
  return updated;
}

/**
 * The oldest due order of the shop with the fewest running orders. The recursive part jumps from shop to shop in the
 * index, so that thousands of due orders of one shop cost nothing.
 */
async function nextDueOrder(context: Context, running: readonly DueOrder[]): Promise<DueOrder | undefined> {
  const now = context.clock();
  const runningOrders = running.map((order) => order.store_order_id);
  const runningShops = running.map((order) => order.shop_id);
  return acrossShops(context.db, async (trx) => {
    const { rows } = await sql<DueOrder>`
      with recursive shop_with_due_orders as (
        select min(shop_id) as shop_id from desired_store_state where state = 'due'
        union all
        select (select min(shop_id) from desired_store_state where state = 'due' and shop_id > previous.shop_id)
        from shop_with_due_orders as previous where previous.shop_id is not null)
      select oldest.shop_id, oldest.store_order_id
      from shop_with_due_orders as shop
      cross join lateral (
        select count(*) as running from unnest(${runningShops}::text[]) as id where id = shop.shop_id) as busy
      cross join lateral (
        select shop_id, store_order_id, next_at from desired_store_state
        where shop_id = shop.shop_id and state = 'due' and next_at <= ${now}
          and (lease_until is null or lease_until < ${now}) and store_order_id <> all(${runningOrders}::text[])
        order by next_at limit 1) as oldest
      where busy.running < ${ordersAtOncePerShop} and ${storeIsOpen('shop')}
      order by busy.running, oldest.next_at limit 1`.execute(trx);
    return rows[0];
  });
}
