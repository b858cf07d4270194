import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { runPool } from '../../base/jobs/run-pool.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';
import { retryOutOfReach } from './out-of-reach.ts';
import { orderIsLeased, orderLeasedUntil } from './sync-lease.ts';
import { reconcileStoreOrder } from './reconcile-store-order.ts';
import { mayGoOn, retryStoppedUpdates, timesToGoOn } from './retry-stopped-updates.ts';

const ordersAtOnce = 4;
/** After this time other shops have their turn. */
const maxRunMs = 30_000;

/** Updates the shop's store orders that do not have their desired state yet. Returns when the next one is due. */
export async function updateDueOrders(
  context: Context,
  { shopId }: Job,
  signal: AbortSignal,
): Promise<Date | undefined> {
  await withShop(context.db, shopId, async (trx) => {
    await retryOutOfReach(trx, context, shopId);
    await retryStoppedUpdates(trx, context, shopId);
  });
  const until = performance.now() + maxRunMs;
  await runPool<string>({
    size: ordersAtOnce,
    next: async (running) => (performance.now() > until ? undefined : nextDueOrder(context, shopId, [...running])),
    async work(orderId) {
      try {
        await reconcileStoreOrder(context, shopId, orderId);
      } catch (error) {
        const about = { err: error, shop: shopId, store_order: orderId };
        context.log.error(about, 'store update failed, it is tried again after its lease');
      }
    },
    signal,
  });
  return nextDueAt(context, shopId);
}

/** Rows of a closed store stay due until it opens. */
const isDue = sql<boolean>`(state = 'due' and ${storeIsOpen('desired')})`;

async function nextDueOrder(
  { clock, db }: Context,
  shopId: string,
  running: readonly string[],
): Promise<string | undefined> {
  const now = clock();
  const row = await withShop(db, shopId, (trx) =>
    trx
      .selectFrom('desired_store_state as desired')
      .select('store_order_id')
      .where('shop_id', '=', shopId)
      .where(isDue)
      .where('next_at', '<=', now)
      .where((where) => where.not(orderIsLeased(shopId, now)))
      .where(sql<boolean>`store_order_id <> all(${[...running]}::text[])`)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.store_order_id;
}

/** When the next order is due: not while a request has leased one of its parcels. */
async function nextDueAt({ db }: Context, shopId: string): Promise<Date | undefined> {
  const { rows } = await withShop(db, shopId, (trx) =>
    sql<{ at: Date | null }>`
      select min(at) as at from (
        select greatest(next_at, leased_until) as at from (
          select next_at, ${orderLeasedUntil} as leased_until
          from desired_store_state as desired where shop_id = ${shopId} and ${isDue}) as due
        union all ${timesToGoOn(shopId)}) as times`.execute(trx),
  );
  return rows[0]?.at ?? undefined;
}

/** Also those with updates that are out of reach, or may go on once a day has come: the job looks whether they still are. */
export async function shopsWithStoreUpdates(trx: Db): Promise<(Job & { readonly at: Date })[]> {
  const rows = await trx
    .selectFrom('desired_store_state as desired')
    .select(({ fn }) => ['shop_id as shopId', fn.min('next_at').as('at')])
    .where((where) => where.or([isDue, where('state', '=', 'out-of-reach'), mayGoOn('infinity')]))
    .groupBy('shop_id')
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

/** Sets how many store updates are due, and for how long, in `/metrics`. */
export async function countDueUpdates({ db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>) {
  const now = clock();
  const row = await acrossShops(db, (trx) =>
    trx
      .selectFrom('desired_store_state as desired')
      .select(({ fn }) => [fn.countAll<number>().as('updates'), fn.min('next_at').as('since')])
      .where(isDue)
      .where('next_at', '<=', now)
      .executeTakeFirstOrThrow(),
  );
  metrics.dueStoreUpdates.set(row.updates);
  metrics.oldestStoreUpdate.set(row.since ? (now.getTime() - row.since.getTime()) / 1000 : 0);
}
