import { Plan } from '@courierdesk/contract/subscriptions';
import type { Db } from '../db/client.ts';

export type CurrentPlan = {
  readonly plan: Plan;
  readonly planId: string | null;
  readonly expiry: Date | null;
  readonly subscriber: string | null;
};

const free: CurrentPlan = { plan: 'FREE', planId: null, expiry: null, subscriber: null };

/** The current plan. FREE when there is none or it has expired. */
export async function currentPlan(trx: Db, shopId: string, now: Date): Promise<CurrentPlan> {
  const row = await trx
    .selectFrom('subscription')
    .select(['plan', 'plan_id', 'expires_at', 'subscriber'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  if (!row || row.plan === 'FREE' || (row.expires_at && row.expires_at <= now)) return free;
  return {
    plan: Plan.parse(row.plan),
    planId: row.plan_id,
    expiry: row.expires_at,
    subscriber: row.subscriber,
  };
}
