import type { Selectable } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Subscription } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { closureOf } from '../../shop/shops/closed-stores.ts';
import { uninstallShop } from '../../shop/shops/uninstall-shop.ts';
import { lockSubscription } from '../../shop/subscriptions/lock-subscription.ts';
import { compareWithStore } from './compare-with-store.ts';
import { endRunOutPlan } from './end-run-out-plan.ts';

const day = 86_400_000;
const withdrawnDays = 7;

/**
 * Compares a shop's subscription with the store if that is due: daily, after an app was opened, and while a request waits.
 * So a missed webhook cannot keep a plan wrong. Returns when the next comparison is due.
 */
export async function compareDueSubscription(
  context: Context,
  { shopId }: { readonly shopId: string },
): Promise<Date | undefined> {
  const due = await withShop(context.db, shopId, subscriptionOf);
  if (due && due.next_check_at <= context.clock()) await compare(context, due);
  return (await withShop(context.db, shopId, subscriptionOf))?.next_check_at;
}

const subscriptionOf = (trx: Db): Promise<Selectable<Subscription> | undefined> =>
  trx.selectFrom('subscription').selectAll().executeTakeFirst();

/** When the next comparison of each shop is due. */
export const dueSubscriptions = (trx: Db): Promise<{ shopId: string; at: Date }[]> =>
  trx.selectFrom('subscription').select(['shop_id as shopId', 'next_check_at as at']).execute();

async function compare(context: Context, row: Selectable<Subscription>): Promise<void> {
  const { shop_id: shopId } = row;
  try {
    await compareWithStore(context, shopId);
  } catch (error) {
    if (error instanceof PlatformError) await withShop(context.db, shopId, (trx) => endIfRunOut(context, trx, shopId));
    else context.log.error({ err: error, shopId }, 'could not compare a subscription with the store');
    const failures = row.failures + 1;
    // Without access there is nothing to ask until the app is opened from the store again.
    const isWithdrawn = error instanceof PlatformError && error.kind === 'unauthorised';
    if (isWithdrawn) await uninstallIfWithdrawnLong(context, shopId);
    const waitMs = isWithdrawn ? day : Math.min(day, 60_000 * 2 ** Math.min(failures, 12));
    await withShop(context.db, shopId, (trx) =>
      trx
        .updateTable('subscription')
        .set({ failures, next_check_at: new Date(context.clock().getTime() + waitMs) })
        .where('shop_id', '=', shopId)
        .execute(),
    );
  }
}

/** Shopify ends the subscription at an uninstall. Its webhook may be lost, and then nothing else tells us. */
async function uninstallIfWithdrawnLong(context: Context, shopId: string): Promise<void> {
  const closure = await withShop(context.db, shopId, (trx) => closureOf(trx, shopId));
  const longAgo = context.clock().getTime() - withdrawnDays * day;
  if (closure?.as === 'withdrawn' && closure.since.getTime() <= longAgo) await uninstallShop(context, shopId);
}

/** A plan that the store does not charge for ends even if the store does not answer. */
async function endIfRunOut(context: Context, trx: Db, shopId: string): Promise<void> {
  const row = await lockSubscription(trx, shopId);
  if (row) await endRunOutPlan(trx, context, row);
}
