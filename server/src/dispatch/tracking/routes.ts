import { trackOrderPublic, TypedNumber } from '@courierdesk/contract/public-tracking';
import { trackOrder as trackOrderEndpoint } from '@courierdesk/contract/shipments';
import { getTrackingChecks } from '@courierdesk/contract/tracking-checks';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { notFound } from '../../base/errors.ts';
import { route } from '../../base/http/route.ts';
import { trackOrder } from './track-order.ts';
import { trackPublicly, type PublicTracking } from './track-publicly.ts';
import { trackingChecks } from './tracking-checks.ts';

export function trackingRoutes(app: FastifyInstance, context: Context): void {
  route(app, trackOrderEndpoint, ({ actor, params, query }) =>
    trackOrder(context, actor, { trackingNumber: params.id, id: query.shipment }, query.stored ?? false),
  );

  route(app, getTrackingChecks, ({ actor }) => trackingChecks(context, actor));

  const trackNumber = async (number: string, key: string | undefined, ip: string): Promise<PublicTracking> => {
    const tracked = await trackPublicly(context, { number, key, ip });
    if (!tracked) throw notFound('A parcel with this number');
    return tracked;
  };
  route(app, trackOrderPublic, ({ params, query, request }) => trackNumber(params.id, query.k, request.ip));
  // The router does not match a number above with more than 100 characters.
  app.get<{ Params: { '*': string } }>(
    '/track-order-public/*',
    { schema: { hide: true }, exposeHeadRoute: false },
    ({ params, ip }) => trackNumber(TypedNumber.parse(params['*']), undefined, ip),
  );
}
