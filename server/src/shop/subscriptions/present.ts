import { plans } from '@courierdesk/contract/plans';
import type { CurrentPlan } from './current-plan.ts';

export const presentSubscription = (
  { plan, planId, expiry, subscriber, frozenPlan }: CurrentPlan,
  { orders, keptAccount }: { readonly orders: number; readonly keptAccount: string | null },
) => ({
  subscribed: plan !== 'FREE',
  plan,
  planId,
  expiry: expiry?.toISOString() ?? null,
  orders,
  limit: plans[plan].limits.bookings ?? null,
  subscriber,
  frozenPlan,
  keptAccount,
});
