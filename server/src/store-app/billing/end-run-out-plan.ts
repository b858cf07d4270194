import { systemActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/lock-subscription.ts';
import { moveToFree } from '../../shop/subscriptions/move-to-free.ts';

/** Ends a plan that the store does not charge for, when its time is over. */
export async function endRunOutPlan(trx: Db, context: Context, row: SubscriptionRow): Promise<void> {
  if (row.plan_id || !row.expires_at || row.expires_at > context.clock()) return;
  await moveToFree(trx, context, systemActor(row.shop_id), 'ran-out');
}
