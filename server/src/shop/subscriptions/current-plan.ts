import { PaidPlan, Plan } from '@courierdesk/contract/subscriptions';
import type { Db } from '../../base/db/client.ts';

export type CurrentPlan = {
  readonly plan: Plan;
  readonly planId: string | null;
  readonly expiry: Date | null;
  readonly subscriber: string | null;
  /** The plan that the store has paused; `plan` is FREE then. */
  readonly frozenPlan: PaidPlan | null;
};

const free: CurrentPlan = { plan: 'FREE', planId: null, expiry: null, subscriber: null, frozenPlan: null };

/** The current plan. FREE when there is none, while the store has frozen it, or when it has expired. */
export async function currentPlan(trx: Db, shopId: string, now: Date): Promise<CurrentPlan> {
  const row = await trx
    .selectFrom('subscription')
    .select(['plan', 'plan_id', 'expires_at', 'period_ends_at', 'subscriber', 'frozen_plan'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  if (!row) return free;
  const plan = Plan.parse(row.plan);
  const frozenPlan = row.frozen_plan === null ? null : PaidPlan.parse(row.frozen_plan);
  if (plan === 'FREE' ? !frozenPlan : row.expires_at && row.expires_at <= now) return free;
  return {
    plan,
    planId: row.plan_id,
    expiry: row.period_ends_at ?? row.expires_at,
    subscriber: row.subscriber,
    frozenPlan,
  };
}
