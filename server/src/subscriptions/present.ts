import type { CurrentPlan } from './current-plan.ts';

export const presentSubscription = ({ plan, planId, expiry, subscriber }: CurrentPlan, orders: number) => ({
  subscribed: plan !== 'FREE',
  plan,
  planId,
  expiry: expiry?.toISOString() ?? null,
  orders,
  subscriber,
});
