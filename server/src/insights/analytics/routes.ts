import { getCitiesDeliveryAverage, getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { citiesDeliveryAverage } from './cities-delivery-average.ts';
import { dashboardAnalytics } from './dashboard-analytics.ts';

export function analyticsRoutes(app: FastifyInstance, context: Context): void {
  route(app, getDashboardAnalytics, ({ actor, query }) => dashboardAnalytics(context, actor, query));

  route(app, getCitiesDeliveryAverage, ({ actor, query }) => citiesDeliveryAverage(context, actor, query));
}
