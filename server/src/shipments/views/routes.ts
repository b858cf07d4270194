import {
  createOrderView,
  deleteOrderView as deleteOrderViewEndpoint,
  getOrderViews,
  sortOrderViews as sortOrderViewsEndpoint,
  updateOrderView,
} from '@courierdesk/contract/order-views';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { deleteOrderView } from './delete-order-view.ts';
import { viewsOf } from './queries.ts';
import { addOrderView, changeOrderView } from './save-order-view.ts';
import { sortOrderViews } from './sort-order-views.ts';

export function orderViewRoutes(app: FastifyInstance, context: Context): void {
  route(app, getOrderViews, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => viewsOf(trx, actor)),
  }));

  route(app, createOrderView, async ({ actor, body }) => ({ data: await addOrderView(context, actor, body) }));

  route(app, updateOrderView, async ({ actor, params, body }) => ({
    data: await changeOrderView(context, actor, params.id, body),
  }));

  route(app, deleteOrderViewEndpoint, async ({ actor, params }) => ({
    data: await deleteOrderView(context, actor, params.id),
  }));

  route(app, sortOrderViewsEndpoint, async ({ actor, body }) => ({
    data: await sortOrderViews(context, actor, body.ids),
  }));
}
