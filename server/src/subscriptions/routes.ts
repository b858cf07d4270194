import { checkSubscription } from '@courierdesk/contract/subscriptions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { route } from '../http/route.ts';
import { currentPlan } from './current-plan.ts';
import { presentSubscription } from './present.ts';
import { bookingsOfMonth, planMonth } from './plan-usage.ts';

export function subscriptionRoutes(app: FastifyInstance, context: Context): void {
  route(app, checkSubscription, async ({ actor }) => {
    const now = context.clock();
    return withShop(context.db, actor.shopId, async (trx) =>
      presentSubscription(
        await currentPlan(trx, actor.shopId, now),
        await bookingsOfMonth(trx, actor.shopId, planMonth(now, actor.shop.timeZone)),
      ),
    );
  });
}
