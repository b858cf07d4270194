import type { StoreState } from '@courierdesk/contract/store-closure';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { closureOf } from '../../shop/shops/closed-stores.ts';
import { probeStore } from '../../shop/shops/probe-closed-store.ts';

/** Whether we can use the store, for the message on every page. */
export async function storeState(context: Context, { shopId }: Actor): Promise<StoreState> {
  return withShop(context.db, shopId, async (trx) => {
    const closure = await closureOf(trx, shopId);
    const { domain } = await trx.selectFrom('shop').select('domain').where('id', '=', shopId).executeTakeFirstOrThrow();
    const waiting = closure
      ? await trx
          .selectFrom('desired_store_state')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('shop_id', '=', shopId)
          .where('state', '=', 'due')
          .executeTakeFirstOrThrow()
      : undefined;
    return {
      closed: closure ? { as: closure.as, since: closure.since.toISOString() } : null,
      waiting: waiting?.n ?? 0,
      admin_url: context.platform.orderAdminUrl(domain, '').replace(/\/$/, ''),
    };
  });
}

/** Asks a closed store now, for a person who has just paid the bill or returned a permission. */
export async function checkStoreNow(context: Context, actor: Actor): Promise<StoreState> {
  const { closed } = await storeState(context, actor);
  if (closed && closed.as !== 'withdrawn' && closed.as !== 'uninstalled') await probeStore(context, actor.shopId);
  return storeState(context, actor);
}
