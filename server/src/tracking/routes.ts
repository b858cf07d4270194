import { trackOrderPublic } from '@courierdesk/contract/public-tracking';
import { trackOrder as trackOrderEndpoint } from '@courierdesk/contract/shipments';
import { getTrackingChecks } from '@courierdesk/contract/tracking-checks';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import { route } from '../http/route.ts';
import { trackOrder } from './track-order.ts';
import { trackPublicly } from './track-publicly.ts';
import { trackingChecks } from './tracking-checks.ts';

export function trackingRoutes(app: FastifyInstance, context: Context): void {
  route(app, trackOrderEndpoint, ({ actor, params, query }) =>
    trackOrder(context, actor, params.id, query.stored ?? false),
  );

  route(app, getTrackingChecks, ({ actor }) => trackingChecks(context, actor));

  route(app, trackOrderPublic, async ({ params, request }) => {
    await context.publicLimits.consume('public-tracking', networkOf(request.ip));
    const tracked = await trackPublicly(context, params.id);
    if (!tracked) throw notFound('A parcel with this number');
    return tracked;
  });
}
