import { cancelSubscription, subscribe } from '@courierdesk/contract/subscriptions';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { route } from '../../base/http/route.ts';
import { cancelPlan } from './cancel-subscription.ts';
import { returnFromStore } from './return-from-store.ts';
import { subscribeToPlan } from './subscribe.ts';

export function billingRoutes(app: FastifyInstance, context: Context): void {
  route(app, subscribe, ({ actor, body, query }) => subscribeToPlan(context, actor, { ...body, ...query }));

  route(app, cancelSubscription, async ({ actor, body }) => {
    await cancelPlan(context, actor, body);
    return { message: 'Subscription cancelled' as const };
  });
}

/** Where the store sends the owner after an approval. */
export function billingReturnRoute(app: FastifyInstance, context: Context): void {
  app.get('/shopify/billing/return', { exposeHeadRoute: false }, async (request, reply) => {
    await context.rateLimits.consume('store-launch', networkOf(request.ip));
    const query = ReturnQuery.safeParse(request.query);
    const target = await returnFromStore(context, query.success ? query.data.reference : '');
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(target, 302);
  });
}

const ReturnQuery = z.object({ reference: z.string().max(200) });
