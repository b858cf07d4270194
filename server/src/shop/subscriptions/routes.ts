import { checkSubscription } from '@courierdesk/contract/subscriptions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { accountKeptOnFree } from './account-kept-on-free.ts';
import { currentPlan } from './current-plan.ts';
import { presentSubscription } from './present.ts';
import { bookingsOfMonth, planMonth } from './plan-usage.ts';
import { requestSubscriptionCheck } from './request-check.ts';

const hour = 3_600_000;

export function subscriptionRoutes(app: FastifyInstance, context: Context): void {
  /** The dashboard calls it when it is opened, which is a good time to compare with the store. */
  route(app, checkSubscription, async ({ actor }) => {
    const now = context.clock();
    const { shopId } = actor;
    return withShop(context.db, shopId, async (trx) => {
      await requestSubscriptionCheck(trx, context, shopId, { olderThanMs: hour });
      const current = await currentPlan(trx, shopId, now);
      const canEnd = actor.role === 'ADMIN' && (current.frozenPlan ?? current.plan) !== 'FREE';
      return presentSubscription(current, {
        orders: await bookingsOfMonth(trx, shopId, planMonth(now, actor.shop.timeZone)),
        keptAccount: canEnd ? ((await accountKeptOnFree(trx, shopId, now))?.name ?? null) : null,
      });
    });
  });
}
