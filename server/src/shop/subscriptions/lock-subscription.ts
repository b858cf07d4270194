import { PaidPlan } from '@courierdesk/contract/subscriptions';
import type { Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { Subscription } from '../../base/db/schema.ts';

export type SubscriptionRow = Selectable<Subscription>;

/**
 * The shop's subscription, which is about to change. Waits for changes to its users and accounts, and they wait for this
 * one: they lock the shop too, so that no limit of a plan is passed while the plan changes.
 */
export async function lockSubscription(trx: Db, shopId: string): Promise<SubscriptionRow | undefined> {
  await trx.selectFrom('shop').select('id').where('id', '=', shopId).forUpdate().execute();
  return trx.selectFrom('subscription').selectAll().where('shop_id', '=', shopId).forUpdate().executeTakeFirst();
}

/** The paid plan, also while it is frozen. */
export function currentlyPaid(row: SubscriptionRow | undefined): PaidPlan | undefined {
  const plan = row?.frozen_plan ?? row?.plan;
  return plan === undefined || plan === 'FREE' ? undefined : PaidPlan.parse(plan);
}
