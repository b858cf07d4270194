import { courierName } from '@courierdesk/contract/companies';
import { trackOrderPublic, TypedNumber } from '@courierdesk/contract/public-tracking';
import { trackOrder as trackOrderEndpoint } from '@courierdesk/contract/shipments';
import { getTrackingChecks } from '@courierdesk/contract/tracking-checks';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { route } from '../../base/http/route.ts';
import { trackOrder } from './track-order.ts';
import { trackPublicly, type LookUp, type PublicTracking } from './track-publicly.ts';
import { trackingChecks } from './tracking-checks.ts';

export function trackingRoutes(app: FastifyInstance, context: Context): void {
  route(app, trackOrderEndpoint, ({ actor, params, query }) =>
    trackOrder(context, actor, { trackingNumber: params.id, id: query.shipment }, query.stored ?? false),
  );

  route(app, getTrackingChecks, ({ actor }) => trackingChecks(context, actor));

  const trackNumber = async (lookUp: LookUp): Promise<PublicTracking> => {
    const tracked = await trackPublicly(context, lookUp);
    if (!tracked) throw notFound('A parcel with this number');
    if (!('couriers' in tracked)) return tracked;
    const { couriers } = tracked;
    const msg = `Several couriers use this number. Choose one: ${couriers.map(courierName).join(', ')}.`;
    throw new AppError('conflict', msg, { detail: { couriers } });
  };
  route(app, trackOrderPublic, ({ params, query, request }) =>
    trackNumber({ number: params.id, key: query.k, courier: query.courier, ip: request.ip }),
  );
  // The router does not match a number above with more than 100 characters.
  app.get<{ Params: { '*': string } }>(
    '/track-order-public/*',
    { schema: { hide: true }, exposeHeadRoute: false },
    ({ params, ip }) => trackNumber({ number: TypedNumber.parse(params['*']), key: undefined, courier: undefined, ip }),
  );
}
