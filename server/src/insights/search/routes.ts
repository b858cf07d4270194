import { searchShop as searchEndpoint } from '@courierdesk/contract/search';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { searchShop } from './search-shop.ts';

export function searchRoutes(app: FastifyInstance, context: Context): void {
  route(app, searchEndpoint, async ({ actor, query }) => ({ data: await searchShop(context, actor, query.query) }));
}
